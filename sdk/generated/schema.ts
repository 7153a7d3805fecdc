// Made from the OpenAPI document by npm run sdk.
export interface paths {
    "/v4/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account behind the credential
         * @description The user who signs in and the creator account, which have different ids, with plan, time zone and sending addresses, also unverified ones.
         */
        get: operations["readAccountBehindCredential"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/colors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the palette
         * @description The colors of the account in the order in which they are offered; `[]` without any.
         */
        get: operations["readPalette"];
        /**
         * Replace the palette
         * @description At most 10 colors of `#` and 3 or 6 hexadecimal digits. They are kept as given, in this order.
         */
        put: operations["replacePalette"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/creator_profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the creator profile
         * @description Name, byline, text and image of the public profile. 404 while the account has none.
         */
        get: operations["readCreatorProfile"];
        /**
         * Set the creator profile
         * @description Replaces it: what the body leaves out becomes null.
         */
        put: operations["setCreatorProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/email_stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read email statistics of the last 90 days
         * @description Opens and clicks count each subscriber once per email. Rates are percentages of `sent`.
         */
        get: operations["readEmailStatisticsOfLast90Days"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/growth_stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read growth statistics of the list
         * @description Days are those of the time zone of the account. Without dates: the last 90 days.
         */
        get: operations["readGrowthStatisticsOfList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sending addresses
         * @description Addresses that emails can be sent from: the default first, the others by age.
         */
        get: operations["listSendingAddresses"];
        put?: never;
        /**
         * Add a sending address
         * @description It gets a link, which someone opens there to confirm it.
         */
        post: operations["addSendingAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_addresses/reply_to": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the address for replies
         * @description Replies to all emails go to it. With a null `id` they go to the sender of each email.
         */
        put: operations["setAddressForReplies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the account
         * @description Its name, time zone, language, postal address, tracking and undo.
         */
        get: operations["readSettingsOfAccount"];
        /**
         * Change the settings of the account
         * @description Changes only the properties in the body.
         */
        put: operations["changeSettingsOfAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan and its usage
         * @description What the plan has, its limits, and the usage.
         */
        get: operations["readPlanAndUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Owners first, then by name.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Open and expired ones, newest first.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a member
         * @description Emails a link for 7 days, which replaces an earlier one. Only owners invite owners.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/style": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the style
         * @description The logo, fonts and colors of everything public. `is_chosen` is false for the defaults.
         */
        get: operations["readStyle"];
        /**
         * Set the style
         * @description All properties are required. 422 for text that can’t be read on its background.
         */
        put: operations["setStyle"];
        post?: never;
        /**
         * Remove the style
         * @description Pages and emails have their defaults again.
         */
        delete: operations["removeStyle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/security_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the security log
         * @description Sign-ins, members, keys, apps and other changes that concern access, newest first. For owners.
         */
        get: operations["listSecurityLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications
         * @description Those of the user whose rights the credential has, newest first.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark notifications as read
         * @description At most 100. Ids of others are ignored.
         */
        post: operations["markNotificationsAsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notifications/read_all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications as read
         * @description Up to one. Later ones stay unread.
         */
        post: operations["markAllNotificationsAsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notification_settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read notification settings
         * @description What the user whose rights the credential has is told, and how.
         */
        get: operations["readNotificationSettings"];
        /**
         * Change notification settings
         * @description Changes only the topics in `channels`, and `digest` if given. 403 for a key without a user.
         */
        put: operations["changeNotificationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Active ones, newest first. Only the beginning of a key is shown.
         */
        get: operations["listAPIKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/custom_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields
         * @description `key` names a value in `fields` and in Liquid, and changes with the label; `name` never changes.
         */
        get: operations["listCustomFields"];
        put?: never;
        /**
         * Create a custom field
         * @description A label that exists, ignoring case, answers 200 with its field. `key` is made from the label.
         */
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/custom_fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many custom fields
         * @description An existing label, ignoring case, returns its field. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["createManyCustomFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscribers
         * @description Active ones unless `status` says otherwise, newest first. `email_address` looks up one or several addresses, and `status` applies to them too: send `status=all` to find a subscriber who unsubscribed.
         */
        get: operations["listSubscribers"];
        put?: never;
        /**
         * Create or update a subscriber by address
         * @description The state of an existing subscriber does not change. More than 10 field values are written by a job (202).
         */
        post: operations["createOrUpdateSubscriberByAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find subscribers by activity and attributes
         * @description A subscriber must match every condition of `all`. Subscribers of every state are found: add a `subscriber_state` condition to find active ones only. Paging parameters can be in the body, which takes precedence, or in the query. `pagination.total_count` is always present.
         */
        post: operations["findSubscribersByActivityAndAttributes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update many subscribers by address
         * @description An existing subscriber gets the name that is given and keeps its state. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["createOrUpdateManySubscribersByAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/custom_fields/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set values of custom fields of many subscribers
         * @description Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["setValuesOfCustomFieldsOfManySubscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notes/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a note
         * @description With its author and times, by the user who deleted it.
         */
        post: operations["restoreNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description Use their ids in the filter of a broadcast. For the conditions of a segment, read it.
         */
        get: operations["listSegments"];
        put?: never;
        /**
         * Create a segment
         * @description A saved filter. Subscribers who match its `definition` are in it, from each use to the next.
         */
        post: operations["createSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/segments/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a segment
         * @description Counts who would be in a segment with this definition, and shows the newest. It stores nothing.
         */
        post: operations["previewSegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List broadcasts
         * @description Newest first. `sent_after` and `sent_before` leave out drafts.
         */
        get: operations["listBroadcasts"];
        put?: never;
        /**
         * Create a broadcast
         * @description Without `send_at` the broadcast is a draft; a future time schedules it, and a past time sends it immediately. `dry_run` answers the same, with the number of recipients, and changes nothing.
         */
        post: operations["createBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics of broadcasts
         * @description Rates are percentages of delivered emails. Needs a plan with statistics by API, or an app.
         */
        get: operations["statisticsOfBroadcasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sequences
         * @description `subscriber_count` counts active subscribers, `email_count` published emails. `include=stats` adds figures.
         */
        get: operations["listSequences"];
        put?: never;
        /**
         * Create a sequence
         * @description Only `name` is required. Without `active: false` it sends as soon as it has a published email.
         */
        post: operations["createSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email templates
         * @description Templates of the account and built-in ones; exactly one has `is_default`.
         */
        get: operations["listEmailTemplates"];
        put?: never;
        /**
         * Create an email template
         * @description With HTML of your own in `source`, which contains `{{ content }}`, or with a `design`. Without both it looks like the layout named in `start`.
         */
        post: operations["createEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an email template
         * @description Renders a sample email in a `design` or in `source`, and stores nothing. `mistake` says why it cannot.
         */
        post: operations["previewEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description Newest first. `include=subscriber_count` adds the number of active subscribers.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description A name that exists, ignoring case, answers 200 with its tag.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List topics
         * @description Tags that subscribers choose on their preference page, by their name there. Each id is that of the tag.
         */
        get: operations["listTopics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many tags
         * @description For a name that exists, ignoring case, the answer has the existing tag. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["createManyTags"];
        /**
         * Delete many tags
         * @description They are removed from all subscribers. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        delete: operations["deleteManyTags"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/tags/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag many subscribers
         * @description Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["tagManySubscribers"];
        /**
         * Remove tags from many subscribers
         * @description Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        delete: operations["removeTagsFromManySubscribers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tag_merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tag merges
         * @description Those that are running, and the latest ones that you can undo, newest first.
         */
        get: operations["listTagMerges"];
        put?: never;
        /**
         * Merge two tags
         * @description Subscribers with the first tag get the second, what names the first names the second, and the first is deleted.
         */
        post: operations["mergeTwoTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tag_merges/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a tag merge
         * @description Counts subscribers and lists what names the first tag. It changes nothing.
         */
        post: operations["previewTagMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tag_merges/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find duplicate tags
         * @description Up to 20 groups of tags with nearly the same name or the same subscribers. It reads every tagging.
         */
        get: operations["findDuplicateTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List images
         * @description The library, newest first. `search` finds names and alternative texts.
         */
        get: operations["listImages"];
        put?: never;
        /**
         * Add an image
         * @description Send the image as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 20 MB. For a file that the library has, the answer is that image.
         */
        post: operations["addImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses
         * @description Newest first. A whole address in `search` finds its other spellings and erased entries too.
         */
        get: operations["listSuppressedAddresses"];
        put?: never;
        /**
         * Suppress addresses
         * @description Up to 1,000 addresses, which get no email from then on, whether or not they are subscribers.
         */
        post: operations["suppressAddresses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Upload a file for an import
         * @description A CSV file as `file` of `multipart/form-data` with at most 10 MB, or its `url`, from which it is copied with at most 50 MB. For up to 300 MB, send `filename` and `byte_size` alone, then its pieces. Nothing is imported until it is started.
         */
        post: operations["uploadFileForImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sending domains
         * @description By name. For the DNS records of a domain, read it.
         */
        get: operations["listSendingDomains"];
        put?: never;
        /**
         * Add a sending domain
         * @description Add its `records` to DNS, then check it. Emails from the domain are signed once it is verified.
         */
        post: operations["addSendingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sending health
         * @description Bounces and complaints of the last days by domain, and where they paused sending.
         */
        get: operations["readSendingHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_health/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume paused sending
         * @description Of a `domain`, or `*`. The `note` says what you changed, and stays in the security log.
         */
        post: operations["resumePausedSending"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bounce_waves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bounces that wait for a decision
         * @description Too many reports had the same text, so the subscribers were not marked as bounced.
         */
        get: operations["listBouncesThatWaitForDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Newest first, also those of members.
         */
        get: operations["listExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export subscribers
         * @description A CSV file of the subscribers who match all of the properties in the body, or of all without any.
         */
        post: operations["exportSubscribers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the account
         * @description A ZIP file of the whole account.
         */
        post: operations["exportAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List snippets
         * @description Archived ones only with `archived=true`. `include_content=true` adds the content.
         */
        get: operations["listSnippets"];
        put?: never;
        /**
         * Create a snippet
         * @description An `inline` snippet takes `content`, a `block` snippet takes `document_attributes.value_html`.
         */
        post: operations["createSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List posts
         * @description Newest first. `include_content=true` adds the content.
         */
        get: operations["listPosts"];
        put?: never;
        /**
         * Create a post
         * @description A draft that is only on the web. All properties are optional.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/site": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the public site
         * @description Its address, its form and its domain with the DNS records.
         */
        get: operations["readPublicSite"];
        /**
         * Change the public site
         * @description Changes only the properties in the body. The earlier name redirects to the new one.
         */
        put: operations["changePublicSite"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/site/domain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the domain of the site
         * @description Add its `records` to DNS, then check it. It is used once both are found.
         */
        put: operations["setDomainOfSite"];
        post?: never;
        /**
         * Remove the domain of the site
         * @description The site is at its name again.
         */
        delete: operations["removeDomainOfSite"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/site/domain/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the domain of the site
         * @description Looks up its records now. 404 without a domain.
         */
        post: operations["checkDomainOfSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read recommendations
         * @description Whom the account recommends after a sign-up, who recommends it, and how many signed up.
         */
        get: operations["readRecommendations"];
        put?: never;
        /**
         * Recommend a creator
         * @description Last in the order. 404 for one who is not open to it.
         */
        post: operations["recommendCreator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations/creators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find creators to recommend
         * @description Up to 10 who are open to it, by their name or that of their site.
         */
        get: operations["findCreatorsToRecommend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Let others recommend the account
         * @description With `is_open`, others can, and `pitch` is what their visitors read.
         */
        put: operations["letOthersRecommendAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/automation_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report events to automations
         * @description Subscribers enter automations that start with this event, continue where they wait for it, and reach goals. `name` is any name that automations use. An app may give `plugin` instead, to push events of its own plugin. Unknown subscribers are skipped.
         */
        post: operations["reportEventsToAutomations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchases
         * @description Newest first, with their products.
         */
        get: operations["listPurchases"];
        put?: never;
        /**
         * Create a purchase
         * @description Adds to an existing purchase with this `transaction_id`; a line with an existing `lid` replaces it.
         */
        post: operations["createPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List purchased products
         * @description Newest first. Their ids are those in conditions of segments.
         */
        get: operations["listPurchasedProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/account/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the product of the account
         * @description Its buyers read paid posts in full. With several products, the first.
         */
        get: operations["readProductOfAccount"];
        /**
         * Set the product of the account
         * @description All paid purchases with its `pid` make buyers, earlier ones too.
         */
        put: operations["setProductOfAccount"];
        post?: never;
        /**
         * Remove the product of the account
         * @description Purchases stay. 422 while a post is paid, because no one could read it.
         */
        delete: operations["removeProductOfAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List forms
         * @description Active ones unless `status` says otherwise. `type=hosted` are landing pages, `type=embed` are forms for websites.
         */
        get: operations["listForms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/legacy_landing_pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legacy landing pages
         * @description Always empty. Official plugins merge this list with the forms.
         */
        get: operations["listLegacyLandingPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations_script": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the recommendations script
         * @description Always disabled.
         */
        get: operations["readRecommendationsScript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bulk/forms/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many subscribers to forms
         * @description The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm. Up to 100 items are applied immediately. A job applies longer lists: the answer is 202 with an empty object, and the result is posted to `callback_url` when the job is done. Requests of one app in one account are applied in the order of their 202 answers.
         */
        post: operations["addManySubscribersToForms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description An app lists the endpoints that it created, an API key all endpoints of the account.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description The answer contains the signing secret, which is shown only once. An app owns the endpoints that it creates.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List legacy webhooks
         * @description Each has one event and one address. New integrations use webhook endpoints.
         */
        get: operations["listLegacyWebhooks"];
        put?: never;
        /**
         * Create a legacy webhook
         * @description One event, unsigned. New integrations use webhook endpoints.
         */
        post: operations["createLegacyWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/recipients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the recipients of a broadcast
         * @description A ZIP file of who got the broadcast with this id, with opens and clicks.
         */
        post: operations["exportRecipientsOfBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sending address
         * @description With its `status`.
         */
        get: operations["readSendingAddress"];
        /**
         * Change the name of a sender
         * @description Emails sent later have it. The address itself does not change: add another one.
         */
        put: operations["changeNameOfSender"];
        post?: never;
        /**
         * Remove a sending address
         * @description The default and the one for replies cannot be removed.
         */
        delete: operations["removeSendingAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_addresses/{id}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the confirmation link again
         * @description The new link replaces the earlier one. 404 for a confirmed address.
         */
        post: operations["sendConfirmationLinkAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_addresses/{id}/make_default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a sending address the default
         * @description New emails are sent from it, unless another one is chosen. It must be confirmed.
         */
        post: operations["makeSendingAddressDefault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the role of a member
         * @description The id is that of the user. Only owners change owners, and one stays. Other sessions of the member end.
         */
        put: operations["changeRoleOfMember"];
        post?: never;
        /**
         * Remove a member
         * @description With their keys, and the apps that they connected. The last owner stays.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Its link no longer works.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Immediately and permanently. New keys are created in the dashboard.
         */
        delete: operations["revokeAPIKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/custom_fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a custom field
         * @description `key` names its value in `fields` of a subscriber.
         */
        get: operations["readCustomField"];
        /**
         * Relabel a custom field
         * @description The key changes with the label; the name does not.
         */
        put: operations["relabelCustomField"];
        post?: never;
        /**
         * Delete a custom field and all its values
         * @description The values of all subscribers are erased. 422 while an automation uses the field.
         */
        delete: operations["deleteCustomFieldAndAllValues"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscriber
         * @description A subscriber of any state, with `canceled_at`, `location` and every custom field.
         */
        get: operations["readSubscriber"];
        /**
         * Update a subscriber
         * @description Only the given properties change. More than 10 field values are written by a job (202).
         */
        put: operations["updateSubscriber"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe
         * @description From all emails of the account. Tags, fields and history stay. Repeating it changes nothing.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{subscriber_id}/location": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pin the location of a subscriber
         * @description A pinned location takes precedence over an inferred one. All six properties are required and replace the earlier ones.
         */
        post: operations["pinLocationOfSubscriber"];
        /**
         * Unpin the location of a subscriber
         * @description The location can then be inferred again. Without a pinned location nothing changes.
         */
        delete: operations["unpinLocationOfSubscriber"];
        options?: never;
        head?: never;
        /**
         * Replace the pinned location of a subscriber
         * @description A pinned location takes precedence over an inferred one. All six properties are required and replace the earlier ones.
         */
        patch: operations["replacePinnedLocationOfSubscriber"];
        trace?: never;
    };
    "/v4/subscribers/{subscriber_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Email statistics of a subscriber
         * @description Rates are fractions from 0 to 1. `email_sent_after` and `email_sent_before` limit the emails that count.
         */
        get: operations["emailStatisticsOfSubscriber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{subscriber_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes about a subscriber
         * @description Newest first. Subscribers see them in the copy of their data.
         */
        get: operations["listNotesAboutSubscriber"];
        put?: never;
        /**
         * Write a note about a subscriber
         * @description Its author is the user whose rights the credential has.
         */
        post: operations["writeNoteAboutSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a note
         * @description Only its author can change it.
         */
        put: operations["changeNote"];
        post?: never;
        /**
         * Delete a note
         * @description Its author and admins can. `undo` restores it within an hour.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an inactive subscriber active
         * @description Confirms the address on your word. 422 for all other states: only subscribers themselves come back.
         */
        post: operations["makeInactiveSubscriberActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a bounced subscriber active
         * @description The `reason` says how you know that the mailbox works, and is kept.
         */
        post: operations["makeBouncedSubscriberActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a subscriber
         * @description Permanently, with everything about them. The `email_address` must match. The address is never emailed again; counts of messages stay.
         */
        post: operations["eraseSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/stop_tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop tracking a subscriber
         * @description Their opens and clicks are no longer counted. Only subscribers turn it back on.
         */
        post: operations["stopTrackingSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{id}/confirm_address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the new address of a subscriber
         * @description One that they changed on the preference page: their data belongs to it then.
         */
        post: operations["confirmNewAddressOfSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/segments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a segment
         * @description With its definition.
         */
        get: operations["readSegment"];
        /**
         * Change a segment
         * @description Changes only the properties in the body. A new definition replaces the whole old one.
         */
        put: operations["changeSegment"];
        post?: never;
        /**
         * Delete a segment
         * @description Scheduled broadcasts that use it will not be sent.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/segments/{id}/size": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a segment
         * @description Evaluates the segment now.
         */
        get: operations["countSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/segments/{id}/sizes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the size history of a segment
         * @description One size a day for up to 366 days, oldest first. A day on which it could not be counted is missing.
         */
        get: operations["readSizeHistoryOfSegment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{broadcast_id}/clicks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clicks on the links of a broadcast
         * @description One row per link, the pages are those of the links. Rates are fractions from 0 to 1.
         */
        get: operations["clicksOnLinksOfBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{broadcast_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Statistics of a broadcast
         * @description Rates and `progress` are percentages. Machines that open and click are not counted.
         */
        get: operations["statisticsOfBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a broadcast
         * @description A broadcast of any status, with its content.
         */
        get: operations["readBroadcast"];
        /**
         * Change a broadcast
         * @description Changes only the properties in the body. A broadcast that is sending, sent or aborted cannot be changed. `dry_run` as in creating one.
         */
        put: operations["changeBroadcast"];
        post?: never;
        /**
         * Delete a broadcast
         * @description Drafts, scheduled and aborted broadcasts. 422 while it is sending, and after it was sent.
         */
        delete: operations["deleteBroadcast"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a broadcast
         * @description Creates a draft with the same content, audience and plan, from a broadcast of any status.
         */
        post: operations["duplicateBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a resend of a broadcast
         * @description Creates a draft for recipients who did not open it. They are determined when the draft is sent. Opens must have been tracked.
         */
        post: operations["createResendOfBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a canceled broadcast a draft
         * @description Only if it was sent to no one.
         */
        post: operations["makeCanceledBroadcastDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a broadcast
         * @description Ends a scheduled or sending broadcast. Messages that were sent stay; no more are sent.
         */
        post: operations["cancelBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a broadcast
         * @description Messages in progress are still sent. Its status stays `sending`; its progress says who paused it.
         */
        post: operations["pauseBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a broadcast
         * @description Sends the present content of a paused or stopped broadcast to everyone who has not received it.
         */
        post: operations["resumeBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the rest of a staged broadcast
         * @description Without waiting for the time of its plan. In an A/B test, `version` says which one the rest gets.
         */
        post: operations["releaseRestOfStagedBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/send_to_new": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a broadcast to new matches
         * @description Sends a sent broadcast to subscribers who match its audience now and were not recipients.
         */
        post: operations["sendBroadcastToNewMatches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a broadcast before sending
         * @description What prevents sending, what is advised, and how many subscribers would receive it.
         */
        get: operations["checkBroadcastBeforeSending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Progress of a broadcast
         * @description How many messages are sent, how fast, and whether it is paused.
         */
        get: operations["progressOfBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/broadcasts/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proof of a broadcast
         * @description Compares the stored counts with a count of every recipient, and says what became of each message.
         */
        get: operations["proofOfBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sequence
         * @description `include=stats` adds figures.
         */
        get: operations["readSequence"];
        /**
         * Change a sequence
         * @description Changes only the properties in the body. Emails that are already scheduled for a subscriber keep their time when the schedule changes.
         */
        put: operations["changeSequence"];
        post?: never;
        /**
         * Delete a sequence
         * @description Stops sending. The data is deleted in the background.
         */
        delete: operations["deleteSequence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a sequence
         * @description The copy has the emails as drafts, is paused and has no subscribers.
         */
        post: operations["duplicateSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{sequence_id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the emails of a sequence
         * @description In send order.
         */
        get: operations["listEmailsOfSequence"];
        put?: never;
        /**
         * Add an email to a sequence
         * @description A draft unless `published` is true. Without `position` it becomes the last one. Only the first email may have no delay.
         */
        post: operations["addEmailToSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{sequence_id}/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an email of a sequence
         * @description With its content. `include=stats` adds figures.
         */
        get: operations["readEmailOfSequence"];
        /**
         * Change an email of a sequence
         * @description Changes only the properties in the body. Moving an email can reorder or skip it for subscribers in the sequence.
         */
        put: operations["changeEmailOfSequence"];
        post?: never;
        /**
         * Delete an email of a sequence
         * @description Subscribers who wait for it continue with the next email.
         */
        delete: operations["deleteEmailOfSequence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{sequence_id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscribers of a sequence
         * @description Active ones unless `status` says otherwise, each with the time of joining as `added_at`.
         */
        get: operations["listSubscribersOfSequence"];
        put?: never;
        /**
         * Add a subscriber to a sequence by address
         * @description The subscriber must exist. 200 if the subscriber is in the sequence already, 422 while the sequence is paused.
         */
        post: operations["addSubscriberToSequenceByAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sequences/{sequence_id}/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a subscriber to a sequence
         * @description 200 if the subscriber is in the sequence already, 422 while the sequence is paused.
         */
        post: operations["addSubscriberToSequence"];
        /**
         * Remove a subscriber from a sequence
         * @description Emails that wait for the subscriber are not sent. Nothing happens to a subscriber who is not in the sequence.
         */
        delete: operations["removeSubscriberFromSequence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an email template
         * @description With its design, or its HTML as `source`.
         */
        get: operations["readEmailTemplate"];
        /**
         * Change an email template
         * @description Changes only the properties in the body, and emails sent later. A template keeps its kind: one with a design takes no `source`. Duplicate a built-in layout to change it.
         */
        put: operations["changeEmailTemplate"];
        post?: never;
        /**
         * Delete an email template
         * @description Emails that chose it use the default. Built-in layouts and the default cannot be deleted.
         */
        delete: operations["deleteEmailTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate an email template
         * @description The copy looks the same and can be changed, also that of a built-in layout.
         */
        post: operations["duplicateEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates/{id}/make_default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an email template the default
         * @description Emails without a chosen template use it from now on.
         */
        post: operations["makeEmailTemplateDefault"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/email_templates/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a saved email template
         * @description Renders a sample email in it.
         */
        get: operations["previewSavedEmailTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tag
         * @description With its color, and its texts on the preference page. For its subscribers, list them.
         */
        get: operations["readTag"];
        /**
         * Rename a tag
         * @description Names are unique in an account, ignoring case. Conditions of emails that name the tag are changed too.
         */
        put: operations["renameTag"];
        post?: never;
        /**
         * Delete a tag
         * @description All subscribers lose it. Only `tag.deleted` reports it, not an event for each subscriber.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{id}/color": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the color of a tag
         * @description Only the dashboard shows it. Null removes it.
         */
        put: operations["setColorOfTag"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{id}/topic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Offer a tag as a topic
         * @description Subscribers add and remove it themselves on their preference page.
         */
        put: operations["offerTagAsTopic"];
        post?: never;
        /**
         * Remove a topic
         * @description The tag stays, and subscribers keep it. The preference page no longer offers it.
         */
        delete: operations["removeTopic"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{tag_id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscribers of a tag
         * @description Active ones unless `status` says otherwise, each with the time of tagging as `tagged_at`.
         */
        get: operations["listSubscribersOfTag"];
        put?: never;
        /**
         * Tag a subscriber by address
         * @description The subscriber must exist. 200 if the subscriber has the tag already; `tagged_at` stays as it was.
         */
        post: operations["tagSubscriberByAddress"];
        /**
         * Remove a tag from a subscriber by address
         * @description The address can be in the query or in the body.
         */
        delete: operations["removeTagFromSubscriberByAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{tag_id}/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag a subscriber
         * @description 200 if the subscriber has the tag already; `tagged_at` stays as it was.
         */
        post: operations["tagSubscriber"];
        /**
         * Remove a tag from a subscriber
         * @description Also answers 204 if the subscriber does not have the tag.
         */
        delete: operations["removeTagFromSubscriber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tags/{tag_id}/subscribers/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a removed tag
         * @description Tags the subscriber as of an earlier time, and starts no automation.
         */
        post: operations["restoreRemovedTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/subscribers/{subscriber_id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tags of a subscriber
         * @description Each with the time of tagging as `tagged_at`, the latest first.
         */
        get: operations["listTagsOfSubscriber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/tag_merges/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a tag merge
         * @description Within an hour, and only while nothing else changed since.
         */
        post: operations["undoTagMerge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an image
         * @description With its sizes.
         */
        get: operations["readImage"];
        /**
         * Change an image
         * @description Changes only the properties in the body. Its addresses stay.
         */
        put: operations["changeImage"];
        post?: never;
        /**
         * Delete an image
         * @description Emails that were sent with it show a gap. 409 if it is used, unless `even_if_used` is true.
         */
        delete: operations["deleteImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/images/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the uses of an image
         * @description Up to 100 emails, posts, forms and other places that show it in any size.
         */
        get: operations["listUsesOfImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/images/{id}/crop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Crop an image
         * @description Adds a part of the image as a new one; emails with the original keep it. Pixels are of its largest file.
         */
        post: operations["cropImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/suppressions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a suppressed address
         * @description Of an erased address only the reason is left.
         */
        get: operations["readSuppressedAddress"];
        put?: never;
        post?: never;
        /**
         * Remove a suppressed address
         * @description Its other spellings are removed too. The `note` says why and stays in the security log.
         */
        delete: operations["removeSuppressedAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description With its progress, its columns and the first rows of the file. `failed` with an `error` if it is no table.
         */
        get: operations["readImport"];
        put?: never;
        post?: never;
        /**
         * Delete an import
         * @description With its file and result. Its subscribers stay.
         */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/pieces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a piece of a file
         * @description The `piece` of `multipart/form-data` begins at byte `offset` and has 2 MB, the last one the rest. A piece can be sent again.
         */
        post: operations["uploadPieceOfFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyze an uploaded file
         * @description After the last piece: detects the format and suggests what the columns are.
         */
        post: operations["analyzeUploadedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/format": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct the format of a file
         * @description Reads the file again and suggests its columns again. Properties that are absent stay.
         */
        put: operations["correctFormatOfFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/columns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Map the columns of a file
         * @description One target for each column of the file, in its order.
         */
        put: operations["mapColumnsOfFile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check columns of a file
         * @description What these columns would do with the beginning of the file. It stores nothing.
         */
        post: operations["checkColumnsOfFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the preview of an import
         * @description Null without one, and after the columns changed.
         */
        get: operations["readPreviewOfImport"];
        put?: never;
        /**
         * Preview an import
         * @description Counts what an import with these options would do with the whole file. Ask for it until it is `completed`.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/preview/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rows of a preview
         * @description The first rows that would change a subscriber, are invalid, or lose a value, in the order of the file.
         */
        get: operations["listRowsOfPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/preview/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a preview
         * @description Its counts stay.
         */
        post: operations["stopPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/preview/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a stopped preview
         * @description After the last counted row.
         */
        post: operations["resumeStoppedPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an import
         * @description 422 while `questions` of its preview are open. `dry_run` and `expected_recipients` need a completed preview with the same options, and count subscribers who would be created or changed.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an import
         * @description Imported rows stay, and it can be resumed.
         */
        post: operations["stopImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a stopped import
         * @description After the last imported row.
         */
        post: operations["resumeStoppedImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results of an import
         * @description Each row of the file with its result, for 90 days.
         */
        get: operations["listResultsOfImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import
         * @description Within 7 days: removes subscribers whom it created and restores those whom it changed. Resumes a stopped undo.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/imports/{id}/undo/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the undo of an import
         * @description Undone rows stay undone.
         */
        post: operations["stopUndoOfImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_domains/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sending domain
         * @description With the DNS records that it should have, and what the last check found.
         */
        get: operations["readSendingDomain"];
        put?: never;
        post?: never;
        /**
         * Remove a sending domain
         * @description With its keys: its emails are no longer signed.
         */
        delete: operations["removeSendingDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_domains/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a sending domain
         * @description Looks up its records now. Domains are also checked regularly.
         */
        post: operations["checkSendingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_domains/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the keys of a sending domain
         * @description New keys replace the present ones once their records are in DNS. Until then the present ones sign.
         */
        post: operations["rotateKeysOfSendingDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/sending_domains/{id}/cancel_rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the rotation of keys
         * @description Deletes the new keys, and the present ones continue to sign.
         */
        post: operations["cancelRotationOfKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/bounce_waves/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about waiting bounces
         * @description `apply` marks the subscribers as bounced, `discard` makes those active again who were marked.
         */
        post: operations["decideAboutWaitingBounces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an export
         * @description Ask again until `state` is `completed`, then get its link.
         */
        get: operations["readExport"];
        put?: never;
        post?: never;
        /**
         * Delete an export
         * @description With its file. Links to it end.
         */
        delete: operations["deleteExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the link of an export
         * @description An address without a credential that downloads the file for an hour, also in ranges. An export of the account needs the admin role.
         */
        post: operations["getLinkOfExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export
         * @description What is made so far is deleted.
         */
        post: operations["cancelExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/exports/{id}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat an export
         * @description Requests a failed or canceled export again, with current data.
         */
        post: operations["repeatExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a snippet
         * @description With its content, also if it is archived.
         */
        get: operations["readSnippet"];
        /**
         * Change a snippet
         * @description Changes only the properties in the body. Emails sent later use the new content. The key does not change with the name.
         */
        put: operations["changeSnippet"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a snippet
         * @description Renders it with this `source` for a sample subscriber. It stores nothing.
         */
        post: operations["previewSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the uses of a snippet
         * @description Unsent emails, posts and other snippets that contain it.
         */
        get: operations["listUsesOfSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a snippet
         * @description Its earlier texts, at most 30, newest first.
         */
        get: operations["listRevisionsOfSnippet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/snippets/{id}/revisions/{revision_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision of a snippet
         * @description It becomes the text of the snippet, and the present one a revision.
         */
        post: operations["restoreRevisionOfSnippet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a post
         * @description With its content, also if it is a draft.
         */
        get: operations["readPost"];
        /**
         * Change a post
         * @description Changes only the properties in the body. Visitors see changes of a published post immediately.
         */
        put: operations["changePost"];
        post?: never;
        /**
         * Delete a post
         * @description Its broadcast stays.
         */
        delete: operations["deletePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a post as written
         * @description With its Liquid as `source`.
         */
        get: operations["readPostAsWritten"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a post
         * @description Now, or at `published_at` if it is later. It needs a title, and content without a template error.
         */
        post: operations["publishPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a post
         * @description It becomes a draft, which keeps its address for later.
         */
        post: operations["unpublishPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the address of a post
         * @description The earlier address redirects to the new one.
         */
        put: operations["changeAddressOfPost"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a post
         * @description As visitors would see it with the properties in the body. It stores nothing.
         */
        post: operations["previewPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the public part of a post
         * @description As if it were paid, with `content` of the body if given. Null with a template error.
         */
        post: operations["countPublicPartOfPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the revisions of a post
         * @description Its earlier texts, at most 30, newest first.
         */
        get: operations["listRevisionsOfPost"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/posts/{id}/revisions/{revision_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a revision of a post
         * @description It becomes the text of the post, and the present one a revision.
         */
        post: operations["restoreRevisionOfPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations/{creator_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the note on a creator
         * @description What visitors read about them. Null: their own words.
         */
        put: operations["changeNoteOnCreator"];
        post?: never;
        /**
         * Stop recommending a creator
         * @description The figures are kept.
         */
        delete: operations["stopRecommendingCreator"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations/{creator_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a recommended creator
         * @description One place up (`-1`) or down (`1`).
         */
        post: operations["moveRecommendedCreator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/recommendations/{creator_id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Block a creator from recommending the account
         * @description Or let them again. 404 for one who never recommended it.
         */
        put: operations["blockCreatorFromRecommendingAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/purchases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a purchase
         * @description With its products. Amounts are in units of the currency, not in cents.
         */
        get: operations["readPurchase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/forms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a form
         * @description Of any status, except in the trash.
         */
        get: operations["readForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/forms/{form_id}/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the subscribers of a form
         * @description Active ones unless `status` says otherwise, each with the time of joining and the referrer.
         */
        get: operations["listSubscribersOfForm"];
        put?: never;
        /**
         * Add a subscriber to a form by address
         * @description The subscriber must exist. The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm.
         */
        post: operations["addSubscriberToFormByAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/forms/{form_id}/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a subscriber to a form
         * @description The state and the attribution of the subscriber do not change. A form with double opt-in emails an inactive subscriber once to confirm.
         */
        post: operations["addSubscriberToForm"];
        /**
         * Remove a subscriber from a form
         * @description The subscriber keeps their state, and need not be on the form. A link to confirm that was sent for it stops working.
         */
        delete: operations["removeSubscriberFromForm"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/landing_pages/{landing_page_id}/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a subscriber to a legacy landing page
         * @description Always 404, because there are none.
         */
        post: operations["addSubscriberToLegacyLandingPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description Without its secret, which only creation and rotation show.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deliveries stop immediately. An app deletes only endpoints that it created.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes only the properties in the body; `events` replaces the whole set. While it is disabled, no events are stored for it.
         */
        patch: operations["changeWebhookEndpoint"];
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description For 24 hours, deliveries are signed with both secrets.
         */
        post: operations["rotateSecretOfWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/revoke_previous_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the previous secret of a webhook endpoint
         * @description Ends the 24 hours after a rotation in which both secrets sign.
         */
        post: operations["revokePreviousSecretOfWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first. Deliveries are stored for 30 days.
         */
        get: operations["listDeliveriesOfWebhookEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its attempts
         * @description `include_payload=true` adds the body as it was sent.
         */
        get: operations["getDeliveryWithAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a delivery
         * @description An ended delivery is sent again as a new one with the same events; one that waits for a retry is attempted now. 422 while the endpoint is disabled.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhook_endpoints/{id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event to a webhook endpoint
         * @description Sends made-up data of the type to this endpoint alone, signed as always, also if it does not subscribe to the type.
         */
        post: operations["sendSampleEventToWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a legacy webhook
         * @description Its deliveries stop immediately.
         */
        delete: operations["deleteLegacyWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/oauth/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask a creator for consent
         * @description For a browser: redirects through sign-in and consent to `redirect_uri` with `code`, `state` and `iss`.
         */
        get: operations["authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a code or a refresh token
         * @description A code works once and for a short time, and so does each refresh token: keep the new pair before you use it.
         */
        post: operations["exchangeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v4/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke both tokens and uninstall the app
         * @description Either token of the pair can be given. The account no longer has the app.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a client (RFC 7591)
         * @description For clients that cannot be registered by hand, such as assistants. The consent page says that they were not reviewed.
         */
        post: operations["registerClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "subscriber.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber is added */
        post: operations["onSubscriberCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber becomes active */
        post: operations["onSubscriberActivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.unsubscribed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber unsubscribes */
        post: operations["onSubscriberUnsubscribed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.bounced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An email to a subscriber bounces */
        post: operations["onSubscriberBounced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.complained": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber reports an email as spam */
        post: operations["onSubscriberComplained"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.subscribed_to_form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber is added to a form */
        post: operations["onSubscriberSubscribedToForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.added_to_sequence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber enters a sequence */
        post: operations["onSubscriberAddedToSequence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.sequence_completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber finishes a sequence */
        post: operations["onSubscriberSequenceCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.tag_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A subscriber is tagged */
        post: operations["onSubscriberTagAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.tag_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tag is removed from a subscriber */
        post: operations["onSubscriberTagRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscriber.custom_field_value_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A custom field of a subscriber changes */
        post: operations["onSubscriberCustomFieldValueUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tag.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tag is created */
        post: operations["onTagCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tag.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A tag is deleted */
        post: operations["onTagDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "custom_field.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A custom field is created */
        post: operations["onCustomFieldCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "custom_field.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A custom field is deleted */
        post: operations["onCustomFieldDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sequence.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sequence is created */
        post: operations["onSequenceCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sequence.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sequence is deleted */
        post: operations["onSequenceDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sequence.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sequence is published */
        post: operations["onSequencePublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "sequence.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A sequence is disabled */
        post: operations["onSequenceDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "broadcast.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A broadcast is created */
        post: operations["onBroadcastCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "broadcast.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A broadcast has been sent */
        post: operations["onBroadcastSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "broadcast.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A broadcast is deleted */
        post: operations["onBroadcastDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "post.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A post is published */
        post: operations["onPostPublished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @example {
         *       "errors": [
         *         "Not Found"
         *       ]
         *     }
         */
        Errors: {
            /** @description A sentence for each problem. */
            errors: string[];
        };
        Account: {
            /** @description The user who signs in. Its id is not that of the account. */
            user: {
                /** @description The id. */
                id: number;
                /** @description The address that the user signs in with. */
                email: string;
            };
            /** @description The creator’s account. */
            account: {
                /** @description The id. */
                id: number;
                /** @description The name of the account. */
                name: string;
                /** @description The key of the plan, such as `free` or `creator`. */
                plan_type: string;
                /** @description The address of the account’s owner. */
                primary_email_address: string;
                /**
                 * Format: date-time
                 * @description When it was created, in UTC.
                 * @example 2026-03-04T05:06:07Z
                 */
                created_at: string;
                /** @description The plan of the account. */
                plan: {
                    /** @description The key of the plan, such as `free` or `creator`. */
                    plan_type: string;
                    /**
                     * @description How often the plan is paid: `month` or `year`.
                     * @enum {string}
                     */
                    interval: "month" | "year";
                    /** @description The most active subscribers. Null if there is no limit. */
                    subscriber_limit: number | null;
                    /** @description True during a free trial. */
                    on_trial: boolean;
                    /**
                     * Format: date-time
                     * @description When the latest trial ends or ended. Null without a trial.
                     * @example 2026-03-04T05:06:07Z
                     */
                    trial_lapse_date: string | null;
                    /**
                     * Format: date-time
                     * @description When the plan renews. Null if it does not.
                     * @example 2026-03-04T05:06:07Z
                     */
                    renews_at: string | null;
                    /**
                     * Format: date-time
                     * @description When the plan ends. Null if it does not.
                     * @example 2026-03-04T05:06:07Z
                     */
                    cancels_at: string | null;
                };
                /** @description The addresses that emails can be sent from, unconfirmed ones included. */
                sending_addresses: {
                    /** @description The address of the sender. */
                    email_address: string;
                    /** @description The name of the sender in emails. */
                    from_name: string;
                    /**
                     * @description `pending` or `confirmed`.
                     * @enum {string}
                     */
                    status: "pending" | "confirmed";
                    /** @description True for the one that is used if none is chosen. */
                    is_default: boolean;
                    /** @description True if someone has opened the link that was sent to the address. */
                    is_verified: boolean;
                    /** @description True if the domain of the address has a DMARC record. */
                    is_dmarc_configured: boolean;
                }[];
                /** @description The time zone, by its IANA name. */
                timezone: {
                    /** @description The IANA name, such as `Europe/Oslo`. */
                    name: string;
                    /** @description The name to show. */
                    friendly_name: string;
                    /** @description The present difference to UTC, daylight saving time included. */
                    utc_offset: string;
                };
            };
        };
        CreatorProfile: {
            /** @description The name of the creator. */
            name: string;
            /** @description One line about the creator. */
            byline: string | null;
            /** @description A text about the creator. */
            bio: string | null;
            /** @description The address of the creator’s image. */
            image_url: string | null;
            /** @description The address of the creator’s public page. */
            profile_url: string | null;
        };
        EmailStats: {
            /** @description Emails sent. */
            sent: number;
            /** @description Emails with a click. One that was clicked twice counts once. */
            clicked: number;
            /** @description Emails opened. One that was opened twice counts once. */
            opened: number;
            /**
             * @description Always `last_90`: the last 90 days.
             * @enum {string}
             */
            email_stats_mode: "last_90";
            /** @description True if opens are counted. */
            open_tracking_enabled: boolean;
            /** @description True if clicks are counted. */
            click_tracking_enabled: boolean;
            /**
             * Format: date-time
             * @description Where the period begins.
             * @example 2026-03-04T05:06:07Z
             */
            starting: string;
            /**
             * Format: date-time
             * @description Where the period ends.
             * @example 2026-03-04T05:06:07Z
             */
            ending: string;
            /** @description Emails opened, in percent of those sent. */
            open_rate: number;
            /** @description Emails clicked, in percent of those sent. */
            click_rate: number;
            /** @description Unsubscribes, in percent of the emails sent. */
            unsubscribe_rate: number;
            /** @description Emails that bounced, in percent of those sent. */
            bounce_rate: number;
        };
        GrowthStats: {
            /** @description Subscribers who left in the period. */
            cancellations: number;
            /** @description New subscribers minus those who left. */
            net_new_subscribers: number;
            /** @description Subscribers who joined in the period. */
            new_subscribers: number;
            /** @description Active subscribers at the end. */
            subscribers: number;
            /**
             * Format: date-time
             * @description Where the period begins.
             * @example 2026-01-05T00:00:00+01:00
             */
            starting: string;
            /**
             * Format: date-time
             * @description Where the period ends.
             * @example 2026-03-31T23:59:59+02:00
             */
            ending: string;
        };
        SendingAddress: {
            /** @description The id. */
            id: number;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /** @description The name of the sender in emails. */
            from_name: string;
            /**
             * @description Only subscribers in this state. Null for other exports.
             * @enum {string}
             */
            status: "pending" | "confirmed";
            /** @description True if its confirmation no longer counts: send the link again. */
            needs_new_link: boolean;
            /** @description True for the one that is used if none is chosen. */
            is_default: boolean;
            /** @description True if replies to all emails go to it. */
            gets_replies: boolean;
            /** @description True if it is at a mailbox provider that refuses bulk email from its own domain. */
            is_free_mail: boolean;
        };
        Pagination: {
            /** @description True if there is a page before this one. */
            has_previous_page: boolean;
            /** @description True if there is a page after this one. */
            has_next_page: boolean;
            /** @description The cursor of the first item: `before` with it gives the page before. Null on an empty page. */
            start_cursor: string | null;
            /** @description The cursor of the last item: `after` with it gives the page after. Null on an empty page. */
            end_cursor: string | null;
            /** @description Items on a page. */
            per_page: number;
            /** @description Present only when requested. */
            total_count?: number;
        };
        AccountSettings: {
            /** @description The name. */
            name: string;
            /** @description The IANA name of the time zone for `send_days` and `send_hour`. */
            time_zone: string;
            /** @description The language of texts on public pages and in emails that you do not write. */
            language?: string;
            /** @description The postal address in the footer of emails, which laws require. */
            postal_address: string | null;
            /** @description True if opens are counted. */
            open_tracking_enabled: boolean;
            /** @description True if clicks are counted. */
            click_tracking_enabled: boolean;
            /** @description How long sending waits for an undo. */
            undo_seconds: number;
            /** @description True if owners get an email when an administrator views the account. */
            announces_views?: boolean;
            /** @description How long traces of automations are kept. Null: forever. */
            automation_trace_days?: number | null;
        };
        PlanUsage: {
            /** @description The key of the plan, such as `free` or `creator`. */
            plan_type: string;
            /**
             * @description How often the plan is paid: `month` or `year`.
             * @enum {string}
             */
            interval: "month" | "year";
            /** @description The most active subscribers. Null if there is no limit. */
            subscriber_limit: number | null;
            /** @description True during a free trial. */
            on_trial: boolean;
            /**
             * Format: date-time
             * @description When the latest trial ends or ended. Null without a trial.
             * @example 2026-03-04T05:06:07Z
             */
            trial_lapse_date: string | null;
            /**
             * Format: date-time
             * @description When the plan renews. Null if it does not.
             * @example 2026-03-04T05:06:07Z
             */
            renews_at: string | null;
            /**
             * Format: date-time
             * @description When the plan ends. Null if it does not.
             * @example 2026-03-04T05:06:07Z
             */
            cancels_at: string | null;
            /** @description True if the limit is not that of the plan. */
            has_own_limit: boolean;
            /** @description The name. */
            name: string;
            /** @description What the plan is for. */
            description: string;
            /** @description The price of the interval, in minor units. Null if it is unknown. */
            price: number | null;
            /** @description The code of the currency, such as `USD`. */
            currency: string;
            /** @description The most members and open invitations. Null if there is no limit. */
            member_limit: number | null;
            /** @description True if the plan has reports. */
            has_reporting: boolean;
            /** @description True if the plan has this API. */
            has_api: boolean;
            /** @description How much is used. */
            used: {
                /** @description Active subscribers. */
                subscribers: number;
                /** @description Members. */
                members: number;
                /** @description Open invitations. */
                invitations: number;
                /** @description Messages sent since the month began, in UTC. */
                sent_this_month: number;
            };
            /** @description The page where the owner pays. Empty without one. */
            billing_url: string;
            /** @description The other plans, in their order. */
            others: components["schemas"]["OtherPlan"][];
        };
        OtherPlan: {
            /** @description The key of the plan. */
            key: string;
            /** @description The name. */
            name: string;
            /** @description What it is for. */
            description: string;
            /** @description The most active subscribers. Null if there is no limit. */
            subscriber_limit: number | null;
            /** @description The most members and open invitations. Null if there is no limit. */
            member_limit: number | null;
            /** @description True if the plan has reports. */
            has_reporting: boolean;
            /** @description True if the plan has this API. */
            has_api: boolean;
            /** @description The price of a month, in minor units. Null if it is unknown. */
            price_month: number | null;
            /** @description The price of a year, in minor units. Null if it is unknown. */
            price_year: number | null;
            /** @description The code of the currency, such as `USD`. */
            currency: string;
        };
        Member: {
            /** @description The id of the user. */
            user_id: number;
            /** @description The name. */
            name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `owner`, `admin`, `editor` or `viewer`.
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description When they became a member.
             * @example 2026-03-04T05:06:07Z
             */
            joined_at: string;
            /**
             * Format: date-time
             * @description When they last used the dashboard. Null if they have not since they signed in.
             * @example 2026-03-04T05:06:07Z
             */
            last_seen_at: string | null;
            /** @description True for the user whose rights the credential has. */
            is_you: boolean;
        };
        Invitation: {
            /** @description The id. */
            id: number;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `owner`, `admin`, `editor` or `viewer`.
             * @enum {string}
             */
            role: "owner" | "admin" | "editor" | "viewer";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the file is deleted. Null without a file.
             * @example 2026-03-04T05:06:07Z
             */
            expires_at: string;
            /** @description True if the file is deleted. */
            is_expired: boolean;
        };
        Style: {
            /** @description True if the account chose a style. False: the defaults. */
            is_chosen: boolean;
            choices: components["schemas"]["StyleChoices"];
            logo: components["schemas"]["StyleLogo"];
        };
        StyleChoices: {
            /** @description The image of the logo. Null without one. */
            logo_id: number | null;
            /**
             * @description The size of the logo.
             * @enum {string}
             */
            logo_size: "small" | "medium" | "large";
            /**
             * @description The font of texts.
             * @enum {string}
             */
            font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
            /**
             * @description The font of headings.
             * @enum {string}
             */
            heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
            /** @description The color of links and buttons. */
            accent_color: string;
            /** @description The color of texts. */
            text_color: string;
            /** @description The color behind them. */
            background_color: string;
            /**
             * @description The corners of buttons and boxes.
             * @enum {string}
             */
            corners: "rounded" | "square" | "pill";
        };
        StyleLogo: {
            /** @description The address. */
            url: string;
            /** @description What the image shows, for those who cannot see it. */
            alt: string;
            /** @description The width in pixels. */
            width: number;
            /** @description The height in pixels. */
            height: number;
        } | null;
        SecurityEvent: {
            /** @description The id. */
            id: number;
            /**
             * @description What happened.
             * @enum {string}
             */
            kind: "app_authorised" | "app_uninstalled" | "tokens_revoked" | "api_key_created" | "api_key_revoked" | "client_secret_rotated" | "password_changed" | "access_revoked" | "access_reduced" | "suppression_removed" | "sending_resumed" | "new_device" | "first_sign_in" | "second_factor_added" | "second_factor_removed" | "recovery_code_used" | "recovery_codes_replaced" | "two_factor_required" | "two_factor_not_required" | "plan_changed" | "deletion_scheduled" | "deletion_canceled" | "account_viewed" | "account_view_ended" | "export_by_administrator" | "export_requested" | "sign_in_method_added" | "member_invited" | "invitation_withdrawn" | "member_joined" | "role_changed" | "member_removed" | "webhook_created" | "webhook_redirected" | "webhook_secret_rotated" | "webhook_deleted" | "sending_keys_rotated" | "site_domain_changed";
            /** @description What happened, in a sentence. */
            summary: string;
            /** @description The user who did it. Null: a program did. */
            by: string | null;
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            occurred_at: string;
        };
        Notification: {
            /** @description The id. */
            id: number;
            /**
             * @description What it is about.
             * @enum {string}
             */
            kind: "export_ready" | "import_completed" | "bulk_action_completed" | "tag_merge_completed" | "export_failed" | "import_failed" | "bulk_action_stopped" | "tag_merge_stopped" | "broadcast_sent" | "broadcast_stopped" | "broadcast_not_sent" | "automation_held" | "sequence_held" | "automation_arrived" | "mention" | "comment" | "sending_warned" | "sending_paused" | "bounces_waiting" | "domain_broken" | "site_domain_broken" | "site_domain_lost" | "webhook_failing" | "webhook_disabled" | "plan_limit_near" | "plan_limit_reached" | "trial_ending" | "plan_ended";
            /** @description What happened, in a few words. */
            title: string;
            /** @description More about it, in a sentence. */
            detail: string;
            /** @description The page of the dashboard that it leads to. */
            path: string;
            /** @description True if it was read. */
            is_read: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        NotificationSettings: {
            /** @description The topics for the role of the user. */
            topics: components["schemas"]["NotificationTopic"][];
            /**
             * @description How often a summary is emailed: `off`, `daily` or `weekly`.
             * @enum {string}
             */
            digest: "off" | "daily" | "weekly";
            /** @description Where emails go. */
            email_address: string;
        };
        NotificationTopic: {
            /** @description True to be told in the dashboard. */
            in_product: boolean;
            /** @description True to be told by email. */
            by_email: boolean;
            /**
             * @description What it is about.
             * @enum {string}
             */
            topic: "jobs" | "job_problems" | "broadcasts" | "broadcast_problems" | "automations" | "mentions" | "comments" | "sending" | "webhooks" | "plan";
        };
        ApiKey: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description The beginning of the key. */
            prefix: string;
            /**
             * @description `public` reads and writes, `read` only reads.
             * @enum {string}
             */
            scope: "public" | "read";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. Null if it was not.
             * @example 2026-03-04T05:06:07Z
             */
            last_used_at: string | null;
            /** @description The user who created it. Null: it was created on the command line. */
            maker: string | null;
            /**
             * @description What the role of its creator allows now.
             * @enum {string}
             */
            rights: "full" | "editor" | "viewer" | "none";
        };
        CustomField: {
            /** @description The id. */
            id: number;
            /**
             * @description A name that never changes, made of the id and the first key.
             * @example service_field_12_last_name
             */
            name: string;
            /**
             * @description Key in `fields`, and variable in emails.
             * @example last_name
             */
            key: string;
            /**
             * @description The label of the field. No other field has it, in whatever case.
             * @example Last name
             */
            label: string;
        };
        DatedCustomField: {
            /** @description The id. */
            id: number;
            /**
             * @description A name that never changes, made of the id and the first key.
             * @example service_field_12_last_name
             */
            name: string;
            /**
             * @description Key in `fields`, and variable in emails.
             * @example last_name
             */
            key: string;
            /**
             * @description The label of the field. No other field has it, in whatever case.
             * @example Last name
             */
            label: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        ListedSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields?: {
                [key: string]: string | null;
            };
            attribution?: components["schemas"]["Attribution"];
            /** @description The tags. */
            tags?: {
                /** @description The id. */
                id: number;
                /** @description The name of the tag. No other tag has it, in whatever case. */
                name: string;
            }[];
            location?: components["schemas"]["Location"];
            /**
             * Format: date-time
             * @description When the subscriber left. Null for all others.
             * @example 2026-03-04T05:06:07Z
             */
            canceled_at?: string | null;
        };
        Attribution: {
            /** @description The address of the page on which the subscriber signed up, or that you name. */
            referrer: string | null;
            /** @description The `utm_source` of the sign-up. */
            utm_source: string | null;
            /** @description The `utm_medium` of the sign-up. */
            utm_medium: string | null;
            /** @description The `utm_campaign` of the sign-up. */
            utm_campaign: string | null;
            /** @description The `utm_term` of the sign-up. */
            utm_term: string | null;
            /** @description The `utm_content` of the sign-up. */
            utm_content: string | null;
            /** @description How the subscriber came: `form_subscription`, `api_subscription` or `manual`. */
            source_type: string | null;
            /** @description The name of the form, or of what else added the subscriber. */
            source_name: string | null;
            /** @description The way in, such as `landing_page`, `recommendations`, `api` or `import`. */
            source_mechanism: string | null;
            /** @description The id of what the mechanism names. */
            source_mechanism_id: string | null;
        };
        Location: {
            /** @description The city. */
            city: string | null;
            /** @description The state or region. */
            state: string | null;
            /** @description The country, as its code of ISO 3166-1, such as `NO`. */
            country: string | null;
            /** @description Degrees north, from -90 to 90. */
            latitude: number | null;
            /** @description Degrees east, from -180 to 180. */
            longitude: number | null;
            /** @description The time zone, by its IANA name. */
            timezone: string | null;
        } | null;
        FilteredSubscriber: {
            /** @description The id. */
            id: string;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The names of the subscriber’s tags. */
            tag_names: string[];
            /** @description The ids of the subscriber’s tags, as texts. */
            tag_ids: string[];
            attribution?: components["schemas"]["Attribution"];
            /** @description The tags. */
            tags?: {
                /** @description The id. */
                id: number;
                /** @description The name of the tag. No other tag has it, in whatever case. */
                name: string;
            }[];
            location?: components["schemas"]["Location"];
            /**
             * Format: date-time
             * @description When the subscriber left. Null for all others.
             * @example 2026-03-04T05:06:07Z
             */
            canceled_at?: string | null;
            /** @description The figures. */
            stats?: {
                /** @description Emails sent. */
                sent: number;
                /** @description Emails opened. One that was opened twice counts once. */
                opened: number;
                /** @description Emails with a click. One that was clicked twice counts once. */
                clicked: number;
                /** @description Emails that bounced. */
                bounced: number;
                /** @description Fraction of `sent`, three decimals. */
                open_rate: number;
                /** @description Fraction of `sent`, three decimals. */
                click_rate: number;
                /**
                 * Format: date-time
                 * @description When the last email was sent. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_sent: string | null;
                /**
                 * Format: date-time
                 * @description When an email was last opened. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_opened: string | null;
                /**
                 * Format: date-time
                 * @description When a link was last clicked. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_clicked: string | null;
                /** @description Emails sent since the last open. */
                sends_since_last_open: number;
                /** @description Emails sent since the last click. */
                sends_since_last_click: number;
            };
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields?: {
                [key: string]: string | null;
            };
        };
        Subscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields: {
                [key: string]: string | null;
            };
        };
        SlimSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        SetFieldValue: {
            /**
             * Format: int64
             * @description The id of the subscriber.
             */
            subscriber_id?: number | null;
            /**
             * Format: int64
             * @description The id of the custom field.
             */
            subscriber_custom_field_id?: number | null;
            /** @description The value. */
            value: string | null;
        };
        SubscriberNote: {
            /** @description The id. */
            id: number;
            /** @description The text. */
            text: string;
            /** @description The name of its author. Null if they left the account. */
            author: string | null;
            /** @description True if the user of the credential wrote it. */
            is_own: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed. Null if it was not.
             * @example 2026-03-04T05:06:07Z
             */
            edited_at: string | null;
        };
        DeletedNote: {
            /** @description Restores it within an hour. */
            undo: string;
        };
        Segment: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        SegmentDetail: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The filter: contract 21.1 has its grammar. */
            definition: {
                /**
                 * @description `all`, `any` or `none` of the conditions.
                 * @default all
                 * @enum {string}
                 */
                match: "all" | "any" | "none";
                /** @description The conditions, each with a `type`. `[]` matches everyone. */
                conditions: unknown[];
                /**
                 * @description `raw` counts every open and click, `unique_email` one for each email.
                 * @default raw
                 * @enum {string}
                 */
                counting_mode: "raw" | "unique_email";
            };
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
        };
        SegmentPreview: {
            /** @description Subscribers in any state. */
            count: number;
            /** @description Active subscribers. */
            active: number;
            /** @description The subscribers. */
            subscribers: {
                /** @description The id. */
                id: number;
                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                email_address: string;
                /** @description The first name. Null if it was never given. */
                first_name: string | null;
                /**
                 * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                 * @enum {string}
                 */
                state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            }[];
        };
        ListedBroadcast: {
            /** @description The id. */
            id: number;
            /** @description The id that a broadcast and its post share. */
            publication_id: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The subject, with Liquid. */
            subject: string | null;
            /** @description The text that inboxes show after the subject, with Liquid. */
            preview_text: string | null;
            /** @description A note of your own. It is not sent. */
            description: string | null;
            /** @description The content as HTML, with Liquid. */
            content?: string | null;
            /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
            public: boolean;
            /**
             * Format: date-time
             * @description The date that the post shows.
             * @example 2026-03-04T05:06:07Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**
             * @example 2026-03-04T05:06:07Z
             */
            send_at: string | null;
            /**
             * @description `draft`, `scheduled`, `sending`, `completed` or `aborted`.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "completed" | "aborted";
            /** @description A description of that image for those who cannot see it. */
            thumbnail_alt: string | null;
            /** @description The address of the image that stands for it in lists. */
            thumbnail_url: string | null;
            /** @description The address of the post. Null if there is none. */
            public_url?: string | null;
            /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
            email_address?: string | null;
            /** @description The template of the email. */
            email_template?: {
                /** @description The id. */
                id: number;
                /** @description The name. */
                name: string;
            } | null;
            subscriber_filter?: components["schemas"]["SubscriberFilter"];
        };
        SubscriberFilter: {
            /** @description In all of these segments and tags. */
            all?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[];
            /** @description In at least one of these segments and tags. */
            any?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[];
            /** @description In none of these segments and tags. */
            none?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[];
        }[];
        Broadcast: {
            /** @description The id. */
            id: number;
            /** @description The id that a broadcast and its post share. */
            publication_id: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The subject, with Liquid. */
            subject: string | null;
            /** @description The text that inboxes show after the subject, with Liquid. */
            preview_text: string | null;
            /** @description A note of your own. It is not sent. */
            description: string | null;
            /** @description The content as HTML, with Liquid. */
            content: string | null;
            /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
            public: boolean;
            /**
             * Format: date-time
             * @description The date that the post shows.
             * @example 2026-03-04T05:06:07Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**
             * @example 2026-03-04T05:06:07Z
             */
            send_at: string | null;
            /**
             * @description `draft`, `scheduled`, `sending`, `completed` or `aborted`.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "completed" | "aborted";
            /** @description A description of that image for those who cannot see it. */
            thumbnail_alt: string | null;
            /** @description The address of the image that stands for it in lists. */
            thumbnail_url: string | null;
            /** @description The address of the post. Null if there is none. */
            public_url: string | null;
            /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
            email_address: string | null;
            /** @description The template of the email. */
            email_template: {
                /** @description The id. */
                id: number;
                /** @description The name. */
                name: string;
            } | null;
            subscriber_filter: components["schemas"]["SubscriberFilter"];
        };
        SubscriberFilterInput: {
            /** @description In all of these segments and tags. */
            all?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[] | null;
            /** @description In at least one of these segments and tags. */
            any?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[] | null;
            /** @description In none of these segments and tags. */
            none?: ({
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "segment" | "tag";
                /** @description Ids of that kind. */
                ids: number[];
            } | {
                /**
                 * @description `segment`, `tag`, or `all_subscribers` for everyone.
                 * @enum {string}
                 */
                type: "all_subscribers";
            })[] | null;
        }[] | null;
        ListedBroadcastStats: {
            /** @description The id. */
            id: number;
            /** @description The subject, with Liquid. */
            subject: string | null;
            /**
             * Format: date-time
             * @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**
             * @example 2026-03-04T05:06:07Z
             */
            send_at: string | null;
            stats: components["schemas"]["BroadcastStats"];
        };
        BroadcastStats: {
            /** @description Everyone whom the broadcast goes to. */
            recipients: number;
            /** @description Emails opened, in percent of those sent. */
            open_rate: number;
            /** @description Emails opened. */
            emails_opened: number;
            /** @description Emails clicked, in percent of those sent. */
            click_rate: number;
            /** @description Unsubscribes, in percent of the emails sent. */
            unsubscribe_rate: number;
            /** @description Unsubscribes through a link in this email. */
            unsubscribes: number;
            /** @description Clicks, repeated ones included. */
            total_clicks: number;
            /** @description Always false. */
            show_total_clicks: boolean;
            /**
             * @description `draft`, `scheduled`, `sending`, `completed` or `aborted`.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "completed" | "aborted";
            /** @description Messages that were tried, in percent. */
            progress: number;
            /** @description True if opens were not counted. */
            open_tracking_disabled: boolean;
            /** @description True if clicks were not counted. */
            click_tracking_disabled: boolean;
        };
        Sequence: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description Subscribers stay after the last email instead of completing. */
            hold: boolean;
            /** @description Subscribers who completed can start again. */
            repeat: boolean;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
            /** @description Null is the account’s default sender. */
            email_address: string | null;
            /** @description The id of the template. Null stands for the account’s default. */
            email_template_id: number | null;
            /** @description Days on which emails are sent: `monday` to `sunday`. */
            send_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
            /** @description The hour at which emails are sent, from 0 to 23, in `time_zone`. */
            send_hour: number;
            /** @description The IANA name of the time zone for `send_days` and `send_hour`. */
            time_zone: string;
            /** @description True if the sequence sends. While it does not, subscribers keep their place. */
            active: boolean;
            /** @description Subscribers in one of these get no email of the sequence. */
            exclude_subscriber_sources: components["schemas"]["ExcludedSource"][];
            /** @description Published emails. */
            email_count: number;
            /** @description Active subscribers. */
            subscriber_count: number;
            /** @description With `include=stats`. */
            stats?: {
                /** @description Subscribers of the sequence who have unsubscribed. */
                unsubscribers: number;
                /** @description Emails sent. */
                recipients: number | null;
                /** @description Emails opened. */
                opens: number | null;
                /** @description Emails clicked. */
                clicks: number | null;
                /** @description Unsubscribes through a link in an email. */
                email_unsubscribes: number | null;
                /** @description Emails that bounced. */
                bounces: number | null;
                /** @description Emails reported as spam. */
                complaints: number | null;
                /** @description Percent of `recipients`, two decimals. */
                open_rate: number | null;
                /** @description Percent of `recipients`, two decimals. */
                click_rate: number | null;
                /** @description Percent of `opens`, two decimals. */
                click_to_open_rate: number | null;
                /** @description Percent of `recipients`, two decimals. */
                unsubscribe_rate: number | null;
                /** @description Percent of `recipients`, two decimals. */
                bounce_rate: number | null;
                /** @description Percent of `recipients`, two decimals. */
                complaint_rate: number | null;
            };
        };
        ExcludedSource: {
            /**
             * @description `tag`, `sequence`, `form` or `segment`.
             * @enum {string}
             */
            type: "tag" | "sequence" | "form" | "segment";
            /** @description Ids of that kind. */
            ids: number[];
        };
        EmailTemplate: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description True for the one that is used if none is chosen. */
            is_default: boolean;
            /**
             * @description `HTML`, or `Starting point` for one without a link to unsubscribe.
             * @enum {string}
             */
            category: "HTML" | "Starting point";
        };
        EmailTemplateDetail: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description True for the one that is used if none is chosen. */
            is_default: boolean;
            /**
             * @description `HTML`, or `Starting point` for one without a link to unsubscribe.
             * @enum {string}
             */
            category: "HTML" | "Starting point";
            /**
             * @description `built_in`, `design` or `html`.
             * @enum {string}
             */
            kind: "built_in" | "design" | "html";
            /** @description How it looks. Null for a template of your own HTML. */
            design: {
                /**
                 * @description The built-in layout that it began as.
                 * @enum {string}
                 */
                base: "Modern" | "Classic" | "Card" | "Text Only";
                /**
                 * @description The font of texts.
                 * @enum {string}
                 */
                font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                /**
                 * @description The font of headings.
                 * @enum {string}
                 */
                heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                /** @description The width in pixels. */
                width: number;
                /** @description The color around the content. */
                page_color: string;
                /** @description The color behind the content. */
                sheet_color: string;
                /** @description The color of texts. */
                text_color: string;
                /** @description The color of links. */
                link_color: string;
                /** @description The color of buttons. */
                button_color: string;
                /**
                 * @description The shape of buttons.
                 * @enum {string}
                 */
                button_style: "rounded" | "square" | "pill" | "outline";
                /** @description The image at the top. Null for none. */
                logo: {
                    /** @description The address. */
                    url: string;
                    /** @description What the image shows, for those who cannot see it. */
                    alt: string;
                    /** @description The width in pixels. */
                    width: number;
                } | null;
                /** @description Text above the content, with merge tags. */
                header: string;
                /** @description Text below the content, with merge tags. */
                footer: string;
            } | null;
            /** @description What uses it. */
            uses: number;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
            /** @description Your own HTML, as written. Null for a template with a design. */
            source: string | null;
        };
        ListedTag: {
            /** @description The id. */
            id: number;
            /** @description The name of the tag. No other tag has it, in whatever case. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The active subscribers. */
            subscriber_count?: number;
        };
        Tag: {
            /** @description The id. */
            id: number;
            /** @description The name of the tag. No other tag has it, in whatever case. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        Topic: {
            /** @description The id. */
            id: number;
            /** @description The name of the tag, for you. */
            tag_name: string;
            /** @description The name for subscribers. */
            name: string;
            /** @description A sentence for subscribers. */
            description: string | null;
        };
        BulkTaggedSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the subscriber got the tag.
             * @example 2026-03-04T05:06:07Z
             */
            tagged_at: string;
        };
        TagMerge: {
            /** @description The id. */
            id: number;
            /**
             * @description `running`, or `completed` while it can be undone.
             * @enum {string}
             */
            state: "running" | "completed";
            /** @description The tag that is deleted. */
            from_tag_id: number;
            /** @description The tag that stays. */
            into_tag_id: number;
            /** @description The name of the tag that is deleted. */
            from_name: string;
            /** @description The name of the tag that stays. */
            into_name: string;
            /** @description Subscribers who are done. */
            done: number;
        };
        TagMergePreview: {
            /** @description The name of the tag that is deleted. */
            from_name: string;
            /** @description The name of the tag that stays. */
            into_name: string;
            /** @description Subscribers in any state with the first tag. */
            from_count: number;
            /** @description Subscribers in any state with the second tag. */
            into_count: number;
            /** @description Subscribers in any state with both. */
            both_count: number;
            /** @description What uses it. */
            uses: components["schemas"]["TagUse"][];
            /** @description Why they cannot be merged now, in sentences. */
            blocks: string[];
        };
        TagUse: {
            /**
             * @description `built_in`, `design` or `html`.
             * @enum {string}
             */
            kind: "segment" | "form" | "sequence" | "broadcast" | "automation" | "snippet" | "template" | "post" | "webhook";
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
        };
        DuplicateTags: {
            /**
             * @description `names`: nearly the same name. `subscribers`: the same subscribers.
             * @enum {string}
             */
            reason: "names" | "subscribers";
            /** @description The tags, that with the most subscribers first. */
            tags: components["schemas"]["DuplicateTag"][];
        };
        DuplicateTag: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description Subscribers in any state. */
            count: number;
        };
        Image: {
            /** @description The id. */
            id: number;
            /** @description A part of its addresses. */
            key: string;
            /** @description The name. */
            name: string;
            /** @description What it shows, for those who cannot see it. Empty if nothing was said. */
            alt: string;
            /** @description True for an animation. */
            is_animated: boolean;
            /** @description The width of the largest file in pixels. */
            width: number;
            /** @description The height of the largest file in pixels. */
            height: number;
            /** @description The bytes of all files. */
            bytes: number;
            /** @description The image in several widths, the narrowest first. */
            sizes: {
                /** @description The width of this size in pixels. */
                width: number;
                /** @description The height of this size in pixels. */
                height: number;
                /** @description The name of the file in its address: `url` has one. */
                file: string;
                /** @description The bytes of the file. */
                bytes: number;
                /** @description The bytes of the WebP file, whose name ends with `.webp`. */
                webp_bytes: number;
            }[];
            /** @description The address for emails and posts. */
            url: string;
            /** @description The address of a small one, for lists. */
            thumbnail_url: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        Suppression: {
            /** @description The id. */
            id: number;
            /** @description The address. Null if it was erased. */
            email_address: string | null;
            /**
             * @description Why: `erased`, `hard_bounce`, `complaint`, `manual` or `import`.
             * @enum {string}
             */
            reason: "erased" | "hard_bounce" | "complaint" | "manual" | "import";
            /** @description What added it, such as `dashboard`, `api` or `import`. */
            source: string | null;
            /** @description A note of your own. */
            note: string | null;
            /** @description The user who added it. Null if no user did. */
            by: string | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
        };
        AddedSuppressions: {
            /** @description Addresses that are new on the list. */
            added: number;
            /** @description Addresses that were on the list. */
            known: number;
            /** @description Entries without an address. */
            invalid_count: number;
            /** @description The first entries without an address. */
            invalid: string[];
        };
        Import: {
            /** @description The id. */
            id: number;
            /** @description The name of the file. */
            filename: string;
            /**
             * @description `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table.
             * @enum {string}
             */
            state: "uploading" | "ready" | "queued" | "running" | "stopping" | "stopped" | "completed" | "failed";
            /** @description The size of the file. */
            byte_size: number;
            /** @description Bytes that have arrived. */
            received_bytes: number;
            /** @description Rows of the file, estimated until a long file was read. Null until it was analyzed. */
            total_rows: number | null;
            /** @description Rows that are done. */
            done_rows: number;
            /** @description From 0 to 1. */
            progress: number;
            /** @description Rows by their outcome. */
            counts: {
                /** @description When it happened, in UTC. */
                created?: number;
                /** @description When it happened, in UTC. */
                updated?: number;
                /** @description When it happened, in UTC. */
                unchanged?: number;
                /** @description When it happened, in UTC. */
                duplicate?: number;
                /** @description When it happened, in UTC. */
                invalid?: number;
                /** @description When it happened, in UTC. */
                skipped?: number;
            };
            /** @description Subscribers by the state that they get. */
            states: {
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                active?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                inactive?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                bounced?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                complained?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                cancelled?: number;
            };
            /** @description Rows that are imported without one of their values, such as an invalid date. */
            noted_count: number;
            /** @description The undo. Null if it was not asked for. */
            undo: {
                /**
                 * @description `queued`, `running`, `stopped` or `completed`.
                 * @enum {string}
                 */
                state: "queued" | "running" | "stopped" | "completed";
                /** @description Subscribers whom the import had created and who are removed. */
                removed: number;
                /** @description Subscribers who have their earlier values again. */
                restored: number;
                /** @description Subscribers who changed since, and stay as they are. */
                kept: number;
                /** @description Rows that are done. */
                done_rows: number;
            } | null;
            /** @description Until when it can be undone. Null if it cannot. */
            undo_until: string | null;
            /** @description Why it failed or stopped. Null if it did not. */
            error: string | null;
            /** @description When it was created, in UTC. */
            created_at: string;
            /** @description When it began. Null before. */
            started_at: string | null;
            /** @description When it was delivered or given up. Null until then. */
            completed_at: string | null;
        };
        ImportDetail: {
            /** @description The id. */
            id: number;
            /** @description The name of the file. */
            filename: string;
            /**
             * @description `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table.
             * @enum {string}
             */
            state: "uploading" | "ready" | "queued" | "running" | "stopping" | "stopped" | "completed" | "failed";
            /** @description The size of the file. */
            byte_size: number;
            /** @description Bytes that have arrived. */
            received_bytes: number;
            /** @description Rows of the file, estimated until a long file was read. Null until it was analyzed. */
            total_rows: number | null;
            /** @description Rows that are done. */
            done_rows: number;
            /** @description From 0 to 1. */
            progress: number;
            /** @description Rows by their outcome. */
            counts: {
                /** @description When it happened, in UTC. */
                created?: number;
                /** @description When it happened, in UTC. */
                updated?: number;
                /** @description When it happened, in UTC. */
                unchanged?: number;
                /** @description When it happened, in UTC. */
                duplicate?: number;
                /** @description When it happened, in UTC. */
                invalid?: number;
                /** @description When it happened, in UTC. */
                skipped?: number;
            };
            /** @description Subscribers by the state that they get. */
            states: {
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                active?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                inactive?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                bounced?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                complained?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                cancelled?: number;
            };
            /** @description Rows that are imported without one of their values, such as an invalid date. */
            noted_count: number;
            /** @description The undo. Null if it was not asked for. */
            undo: {
                /**
                 * @description `queued`, `running`, `stopped` or `completed`.
                 * @enum {string}
                 */
                state: "queued" | "running" | "stopped" | "completed";
                /** @description Subscribers whom the import had created and who are removed. */
                removed: number;
                /** @description Subscribers who have their earlier values again. */
                restored: number;
                /** @description Subscribers who changed since, and stay as they are. */
                kept: number;
                /** @description Rows that are done. */
                done_rows: number;
            } | null;
            /** @description Until when it can be undone. Null if it cannot. */
            undo_until: string | null;
            /** @description Why it failed or stopped. Null if it did not. */
            error: string | null;
            /** @description When it was created, in UTC. */
            created_at: string;
            /** @description When it began. Null before. */
            started_at: string | null;
            /** @description When it was delivered or given up. Null until then. */
            completed_at: string | null;
            /**
             * @description How the file writes characters.
             * @enum {string|null}
             */
            encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "ibm850" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-5" | "windows-1253" | "iso-8859-7" | "windows-1254" | "iso-8859-9" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr" | null;
            /**
             * @description What separates columns, or the tags of a cell.
             * @enum {string|null}
             */
            separator: "," | ";" | "\t" | "|" | null;
            /** @description True if the first row has the names of the columns. */
            has_header: boolean;
            /** @description The names of the columns. */
            headers: string[];
            /** @description The first rows. */
            sample: string[][];
            /** @description What each column is, in the order of the file. */
            columns: ({
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "ignore";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "email_address";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "first_name";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "tags";
                /**
                 * @description What separates columns, or the tags of a cell.
                 * @enum {string}
                 */
                separator?: "," | ";" | "|";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "state";
                /**
                 * @description The state that yes stands for. A date means yes.
                 * @enum {string}
                 */
                yes?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                /**
                 * @description The state that no stands for.
                 * @enum {string}
                 */
                no?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                /** @description States by word of the column, `""` for empty cells. In a check: the words that were found. */
                words?: {
                    [key: string]: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                };
                /**
                 * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                 * @enum {string}
                 */
                date_order?: "day_first" | "month_first";
                /**
                 * @description `unknown` if an empty cell does not mean active.
                 * @enum {string}
                 */
                empty?: "unknown";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "created_at";
                /**
                 * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                 * @enum {string}
                 */
                date_order?: "day_first" | "month_first";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "field";
                /** @description The id of the custom field. */
                custom_field_id: number;
                /**
                 * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                 * @enum {string}
                 */
                date_order?: "day_first" | "month_first";
            } | {
                /**
                 * @description What the column has. `new_field` creates a custom field with the `label`.
                 * @enum {string}
                 */
                target: "new_field";
                /** @description The label of the field. No other field has it, in whatever case. */
                label: string;
                /**
                 * @description The type of the new field. Text without one.
                 * @enum {string}
                 */
                type?: "text" | "number" | "date" | "choice" | "choices" | "yes_no";
                /** @description The choices of a new field of that type. */
                choices?: string[];
                /**
                 * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                 * @enum {string}
                 */
                date_order?: "day_first" | "month_first";
            })[];
            /** @description How it is imported. Null before it starts. */
            options: {
                /**
                 * @description How these subscribers agreed to get your emails.
                 * @enum {string}
                 */
                consent_source: "website_form" | "other_service" | "customers" | "in_person" | "other";
                /**
                 * @description The same in your words. Needed for `other`.
                 * @default
                 */
                consent_note: string;
                /**
                 * @description Names of tags for all of these subscribers. Missing ones are created.
                 * @default []
                 */
                tags: string[];
                /**
                 * @description Whether subscribers you already have are updated or left as they are.
                 * @default update
                 * @enum {string}
                 */
                existing: "update" | "leave";
                /**
                 * @description `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table.
                 * @default active
                 * @enum {string}
                 */
                state: "active" | "inactive" | "cancelled";
                /** @description The id of the form or landing page. */
                form_id?: number | null;
                /** @description The id of the sequence. */
                sequence_id?: number | null;
                /**
                 * @description True if new subscribers get the confirmation email of the form first.
                 * @default false
                 */
                double_opt_in: boolean;
                /**
                 * @description Confirms that all of these subscribers agreed, although a name or a column suggests otherwise.
                 * @default false
                 */
                has_no_unsubscribes: boolean;
            } | null;
            /** @description A completed import of the same file. Null without one. */
            same_file: {
                /** @description The id. */
                id: number;
                /** @description When it was delivered or given up. Null until then. */
                completed_at: string;
            } | null;
            /** @description A stopped import of the same file, which can be resumed. Null without one. */
            stopped_file: {
                /** @description The id. */
                id: number;
                /** @description Rows that are done. */
                done_rows: number;
            } | null;
        };
        ListedSendingDomain: {
            /** @description The id. */
            id: number;
            /** @description The domain, with its characters decoded. */
            domain: string;
            /**
             * @description `pending`, `verified`, or `broken` if a required record is missing since.
             * @enum {string}
             */
            status: "pending" | "verified" | "broken";
            /**
             * Format: date-time
             * @description When its records were first complete. Null until then.
             * @example 2026-03-04T05:06:07Z
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @description Since when a required record is missing. Null if none is.
             * @example 2026-03-04T05:06:07Z
             */
            broken_at: string | null;
            /**
             * Format: date-time
             * @description When DNS was last asked. Null before.
             * @example 2026-03-04T05:06:07Z
             */
            checked_at: string | null;
            /** @description True if emails from it are signed now. */
            is_signing: boolean;
        };
        SendingDomain: {
            /** @description The id. */
            id: number;
            /** @description The domain, with its characters decoded. */
            domain: string;
            /**
             * @description `pending`, `verified`, or `broken` if a required record is missing since.
             * @enum {string}
             */
            status: "pending" | "verified" | "broken";
            /**
             * Format: date-time
             * @description When its records were first complete. Null until then.
             * @example 2026-03-04T05:06:07Z
             */
            verified_at: string | null;
            /**
             * Format: date-time
             * @description Since when a required record is missing. Null if none is.
             * @example 2026-03-04T05:06:07Z
             */
            broken_at: string | null;
            /**
             * Format: date-time
             * @description When DNS was last asked. Null before.
             * @example 2026-03-04T05:06:07Z
             */
            checked_at: string | null;
            /** @description True if emails from it are signed now. */
            is_signing: boolean;
            /** @description The DNS records that it should have. */
            records: components["schemas"]["DomainRecord"][];
            /** @description What is wrong and why nothing is sent, in sentences. Null if nothing is. */
            problem: string | null;
            /** @description True while new keys wait for their records. */
            is_rotating: boolean;
        };
        DomainRecord: {
            /** @description Unique among the records of the domain. */
            key: string;
            /**
             * @description What it is for.
             * @enum {string}
             */
            purpose: "dkim" | "dmarc" | "spf" | "return_path";
            /** @description A short name. */
            label: string;
            /** @description What it is for, in a sentence. */
            description: string;
            /**
             * @description The type of the record.
             * @enum {string}
             */
            type: "TXT" | "CNAME";
            /** @description The name. */
            name: string;
            /** @description The name within the zone of the domain, as most DNS providers expect it. */
            host: string;
            /** @description The value that it should have. */
            value: string;
            /** @description True if the domain cannot be verified without it. */
            is_required: boolean;
            /**
             * @description What the last check found.
             * @enum {string}
             */
            state: "unchecked" | "found" | "missing" | "differs" | "no_answer";
            /** @description The values in DNS, if they differ. */
            found: string[];
            /**
             * Format: date-time
             * @description From when the record of a replaced key may be removed. Null for all others.
             * @example 2026-03-04T05:06:07Z
             */
            removable_at: string | null;
        };
        SendingHealth: {
            /** @description The days that count. */
            window_days: number;
            /** @description The domains of recipients. */
            domains: components["schemas"]["DomainHealth"][];
        };
        DomainHealth: {
            /** @description The domain. `*` for all together. */
            domain: string;
            /** @description Messages sent. */
            sent: number;
            /** @description Messages that could not be sent. */
            failed: number;
            /** @description Messages that bounced permanently. */
            hard_bounced: number;
            /** @description Messages that were reported as spam. */
            complained: number;
            /** @description In percent. Null if nothing was sent. */
            hard_bounce_rate: number | null;
            /** @description In percent. Null if nothing was sent. */
            complaint_rate: number | null;
            /**
             * @description `good`, `warned` or `paused`.
             * @enum {string}
             */
            state: "good" | "warned" | "paused";
            /**
             * @description `complaints` or `bounces`. Null if it is good.
             * @enum {string|null}
             */
            cause: "complaints" | "bounces" | null;
            /** @description Why, in a sentence. Null if it is good. */
            summary: string | null;
        };
        BounceWave: {
            /** @description The id. */
            id: number;
            /** @description The receiving domain. Empty for all together. */
            domain: string;
            /** @description The text of one of the reports. */
            sample: string;
            /**
             * @description `waiting`, `applying` or `discarding`.
             * @enum {string}
             */
            state: "waiting" | "applying" | "discarding";
            /** @description Subscribers who are not marked yet. */
            waiting: number;
            /** @description Subscribers who were marked before there were too many. */
            bounced: number;
            /** @description Subscribers whose emails were handed over. */
            subscribers: number;
            /**
             * Format: date-time
             * @description Since when it waits.
             * @example 2026-03-04T05:06:07Z
             */
            since: string;
        };
        Export: {
            /** @description The id. */
            id: number;
            /**
             * @description `subscribers`, `broadcast` (recipients) or `account`.
             * @enum {string}
             */
            kind: "subscribers" | "broadcast" | "account";
            /** @description The name of the file. */
            filename: string;
            /** @description What was selected, by its present names. */
            contents: {
                /**
                 * @description Only subscribers in this state. Null for other exports.
                 * @enum {string|null}
                 */
                status: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all" | null;
                /** @description The text that was searched for. Null without one. */
                search: string | null;
                /** @description True if the text was erased with a subscriber. */
                is_search_forgotten: boolean;
                /** @description The name of the tag. Null without one. */
                tag: string | null;
                /** @description The name of the segment. Null without one. */
                segment: string | null;
                /** @description True if a filter or single subscribers were selected. */
                is_filtered: boolean;
                /** @description The subject of the broadcast. Null for other exports. */
                broadcast: string | null;
            };
            /**
             * @description `queued`, `running`, `stopped` (canceled), `completed` or `failed`.
             * @enum {string}
             */
            state: "queued" | "running" | "stopped" | "completed" | "failed";
            /** @description Rows that the file will have. Null until they are counted. */
            total_rows: number | null;
            /** @description Rows that are written. */
            done_rows: number;
            /** @description The size of the file. */
            byte_size: number;
            /** @description Why it failed. Null if it did not. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it began. Null before.
             * @example 2026-03-04T05:06:07Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended. Null before.
             * @example 2026-03-04T05:06:07Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When the file is deleted. Null without a file.
             * @example 2026-03-04T05:06:07Z
             */
            expires_at: string | null;
            /** @description True if the file is deleted. */
            is_expired: boolean;
            /** @description True if it can be repeated. */
            is_repeatable: boolean;
        };
        ListedSnippet: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * @description Fixed at creation.
             * @enum {string}
             */
            snippet_type: "inline" | "block";
            /** @description True if it is archived. */
            archived: boolean;
            /**
             * @description Emails use it as `{{ snippet.sign-off }}`.
             * @example sign-off
             */
            key: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
            /** @description Null for a block snippet. */
            content?: string | null;
            document?: components["schemas"]["SnippetDocument"];
        };
        SnippetDocument: {
            /** @description The id of the content. */
            id: number;
            /** @description Always null. The content is in `value_html`. */
            value: string | null;
            /** @description The content of the block as HTML. */
            value_html: string | null;
            /** @description The content of the block as text. */
            value_plain: string | null;
            /** @description Begins at 1 and grows with each change. */
            version: number;
        };
        Snippet: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * @description Fixed at creation.
             * @enum {string}
             */
            snippet_type: "inline" | "block";
            /** @description True if it is archived. */
            archived: boolean;
            /**
             * @description Emails use it as `{{ snippet.sign-off }}`.
             * @example sign-off
             */
            key: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
            /** @description Null for a block snippet. */
            content: string | null;
            document: components["schemas"]["SnippetDocument"];
        };
        ListedPost: {
            /** @description The id. */
            id: number;
            /** @description The same as that of the broadcast, if it was sent. */
            publication_id: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The title. */
            title: string;
            /** @description The last part of the post’s address. Null for drafts. */
            slug: string | null;
            /** @description The text below the title. */
            description: string | null;
            /** @description The description for search engines. */
            meta_description: string | null;
            /**
             * @description `draft`, `scheduled` or `published`.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "published";
            /**
             * Format: date-time
             * @description The date that the post shows.
             * @example 2026-03-04T05:06:07Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description Null for a post that was not sent by email.
             * @example 2026-03-04T05:06:07Z
             */
            sent_at: string | null;
            /** @description A description of that image for those who cannot see it. */
            thumbnail_alt: string | null;
            /** @description The address of the image that stands for it in lists. */
            thumbnail_url: string | null;
            /** @description True if only buyers can read the whole post. */
            is_paid: boolean;
            /** @description The id of the product. The same for each post of the account. */
            product_id: number | null;
            /** @description Null until it is published. */
            public_url: string | null;
            /** @description HTML as visitors see it: Liquid renders its defaults. */
            content?: string | null;
        };
        EditedPost: {
            /** @description The id. */
            id: number;
            /** @description The same as that of the broadcast, if it was sent. */
            publication_id: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The title. */
            title: string;
            /** @description The last part of the post’s address. Null for drafts. */
            slug: string | null;
            /** @description A note of your own. It is not sent. */
            description: string | null;
            /** @description The description for search engines. */
            meta_description: string | null;
            /**
             * @description Only subscribers in this state. Null for other exports.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "published";
            /**
             * Format: date-time
             * @description The date that the post shows.
             * @example 2026-03-04T05:06:07Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description Null for a post that was not sent by email.
             * @example 2026-03-04T05:06:07Z
             */
            sent_at: string | null;
            /** @description A description of that image for those who cannot see it. */
            thumbnail_alt: string | null;
            /** @description The address of the image that stands for it in lists. */
            thumbnail_url: string | null;
            /** @description True if only buyers can read the whole post. */
            is_paid: boolean;
            /** @description The id of the product. The same for each post of the account. */
            product_id: number | null;
            /** @description Null until it is published. */
            public_url: string | null;
            /** @description HTML as visitors see it: Liquid renders its defaults. */
            content: string | null;
            /** @description The text with its Liquid. */
            source: string;
            /** @description Why it cannot be published. Null if it can. */
            mistake: string | null;
            /** @description The broadcast that it belongs to. Null for a post that is only on the web. */
            broadcast_id: number | null;
            /** @description The topics by which visitors filter. */
            topics: string[];
            /** @description The last part of its address, also for a draft. Null until one is chosen. */
            own_slug: string | null;
            /** @description The address of the site. */
            site_url: string;
            /** @description Identifies the title and the source. */
            text_version: string;
        };
        Site: {
            /** @description The name in its address. Null until one is chosen. */
            name: string | null;
            /** @description A name made from that of the account. It may be taken. */
            suggested_name: string;
            /** @description The address. */
            url: string;
            /** @description What is before the name in the address. */
            name_prefix: string;
            /** @description True if pages have a form. */
            has_form: boolean;
            /** @description The chosen form. Null: the first that fits. */
            form_id: number | null;
            /**
             * @description How the first page looks.
             * @enum {string}
             */
            layout: "magazine" | "newsletter" | "archive";
            /** @description True if pages show the postal address. */
            has_address: boolean;
            /** @description The form on pages now. Null if none fits. */
            shown_form: {
                /** @description The id. */
                id: number;
                /** @description The name in its address. Null until one is chosen. */
                name: string;
            } | null;
            /** @description The forms to choose from. */
            forms: {
                /** @description The id. */
                id: number;
                /** @description The name in its address. Null until one is chosen. */
                name: string;
            }[];
            domain: components["schemas"]["SiteDomain"];
        };
        SiteDomain: {
            /** @description The domain, with its characters decoded. */
            domain: string;
            /**
             * @description `pending`, `connected`, or `broken` if a record is missing since.
             * @enum {string}
             */
            status: "pending" | "connected" | "broken";
            /**
             * Format: date-time
             * @description When it was counted.
             * @example 2026-03-04T05:06:07Z
             */
            checked_at: string | null;
            /** @description The DNS records that it should have. */
            records: components["schemas"]["SiteRecord"][];
            /** @description Addresses that the domain can have in place of the CNAME. */
            addresses: string[];
            /** @description What is wrong, in sentences. Null if nothing is. */
            problem: string | null;
        } | null;
        SiteRecord: {
            /**
             * @description `target` or `proof`.
             * @enum {string}
             */
            key: "target" | "proof";
            /** @description What it is for, in a sentence. */
            description: string;
            /**
             * @description The type of the record.
             * @enum {string}
             */
            type: "CNAME" | "TXT";
            /** @description The name. */
            name: string;
            /** @description The name within the zone of the domain, as most DNS providers expect it. */
            host: string;
            /** @description The value that it should have. */
            value: string;
            /**
             * @description What the last check found.
             * @enum {string}
             */
            state: "unchecked" | "found" | "missing" | "differs" | "no_answer";
            /** @description The values in DNS, if they differ. */
            found: string[];
        };
        Recommendations: {
            /** @description True if others can recommend the account. */
            is_open: boolean;
            /** @description What their visitors read. Null: the byline of the profile. */
            pitch: string | null;
            /** @description Why others cannot, although it is open. Null if they can. */
            problem: string | null;
            /** @description Creators whom the account recommends, in order. */
            recommended: components["schemas"]["RecommendedCreator"][];
            /** @description Creators who recommend the account. */
            recommenders: components["schemas"]["Recommender"][];
        };
        RecommendedCreator: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description What visitors read about them. */
            words: string | null;
            /** @description The address of the creator’s image. */
            image_url: string | null;
            /** @description The address. */
            url: string;
            /** @description A note of your own. */
            note: string | null;
            /** @description Visitors who saw it. */
            shown: number;
            /** @description Visitors who signed up. */
            sign_ups: number;
            /** @description Why visitors do not see them now. Null if they do. */
            problem: string | null;
        };
        Recommender: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description What visitors read about them. */
            words: string | null;
            /** @description The address of the creator’s image. */
            image_url: string | null;
            /** @description The address. */
            url: string;
            /** @description True if they may not recommend the account. */
            is_blocked: boolean;
            /** @description Visitors who saw it. */
            shown: number;
            /** @description Visitors who signed up. */
            sign_ups: number;
        };
        Creator: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /** @description What visitors read about them. */
            words: string | null;
            /** @description The address of the creator’s image. */
            image_url: string | null;
            /** @description The address. */
            url: string;
        };
        /** @description How many of the subscribers are known. */
        AutomationEvents: {
            /** @description The number of subscribers for whom the event was recorded. */
            recorded: number;
            /** @description The number of ids and addresses that belong to no subscriber. */
            unknown: number;
        };
        Purchase: {
            /** @description The id. */
            id: number;
            /** @description Your id of the purchase. A second report with it changes the same purchase. */
            transaction_id: string;
            /** @description The id of the subscriber. */
            subscriber_id: number;
            /** @description The status that you report, such as `paid` or `refunded`. */
            status: string;
            /** @description The address of the buyer, who is created as an active subscriber if needed. */
            email_address: string;
            /**
             * @description The code of the currency, such as `USD`.
             * @example USD
             */
            currency: string;
            /**
             * Format: date-time
             * @description When the purchase was made.
             * @example 2026-03-04T05:06:07Z
             */
            transaction_time: string;
            /** @description The sum of the lines, in major units of the currency. */
            subtotal: number;
            /** @description The discount, in major units of the currency. */
            discount: number;
            /** @description The tax, in major units of the currency. */
            tax: number;
            /** @description What was paid, in major units of the currency. */
            total: number;
            /** @description The lines of the purchase. Those of a later report are added; one with a known `lid` is replaced. */
            products: components["schemas"]["PurchaseLine"][];
            /** @description The app that reported the purchase. */
            source: string;
        };
        PurchaseLine: {
            /** @description The name of the product. */
            name: string;
            /** @description Identifies the product; its variants share it. */
            pid: string;
            /** @description Identifies the line within the purchase. */
            lid: string;
            /** @description How many were bought. */
            quantity: number;
            /** @description The price of one, in major units of the currency. */
            unit_price: number;
            /** @description The stock keeping unit. Null for tips and subscriptions. */
            sku: string | null;
        };
        PurchasedProduct: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
        };
        AccountProduct: {
            product: components["schemas"]["Product"];
            /** @description Subscribers who paid for it. */
            buyers: number;
            /** @description Posts that only buyers read in full, drafts too. */
            paid_posts: number;
            /** @description The currency of most recent purchases. */
            usual_currency: string;
            /** @description Products that were purchased, newest first. */
            sold: components["schemas"]["SoldProduct"][];
        };
        Product: {
            /** @description The id. */
            id: number;
            /** @description The name of the product. */
            name: string;
            /** @description The price, in units of the currency. */
            price: number;
            /** @description The code of the currency, such as `USD`. */
            currency: string;
            /** @description The page where it is sold. */
            url: string;
            /** @description Your id of the product. Variants share it. */
            pid: string;
        } | null;
        SoldProduct: {
            /** @description Your id of the product. Variants share it. */
            pid: string;
            /** @description The name. */
            name: string;
        };
        ListedForm: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * @description `embed` is a form, `hosted` a landing page.
             * @enum {string}
             */
            type: "embed" | "hosted";
            /**
             * @description Null for landing pages.
             * @enum {string|null}
             */
            format: "inline" | "modal" | "slide in" | "sticky bar" | null;
            /**
             * Format: uri
             * @description A script that shows the form in its place.
             */
            embed_js: string;
            /**
             * Format: uri
             * @description The public page of the form.
             */
            embed_url: string;
            /** @description True if it is archived. */
            archived: boolean;
            /** @description The short id in the addresses of the form. */
            uid: string;
            /** @description The active subscribers. */
            subscriber_count?: number;
        };
        LegacyLandingPage: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * @description `embed` is a form, `hosted` a landing page.
             * @enum {string}
             */
            type: "embed" | "hosted";
            /** @description The address. */
            url: string;
        };
        RecommendationsScript: {
            /** @description Always false. */
            enabled: boolean;
            /** @description Always null. */
            embed_js: string | null;
        };
        BulkFormSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the subscriber was added.
             * @example 2026-03-04T05:06:07Z
             */
            added_at: string;
            /** @description The address of the page on which the subscriber signed up, or that you name. */
            referrer: string | null;
            referrer_utm_parameters: components["schemas"]["UtmParameters"];
        };
        UtmParameters: {
            /** @description The `utm_source` of the referrer. */
            source: string | null;
            /** @description The `utm_medium` of the referrer. */
            medium: string | null;
            /** @description The `utm_campaign` of the referrer. */
            campaign: string | null;
            /** @description The `utm_term` of the referrer. */
            term: string | null;
            /** @description The `utm_content` of the referrer. */
            content: string | null;
        };
        WebhookEndpoint: {
            /** @description The id. */
            id: number;
            /** @description The name. Made of the address if you give none. */
            name: string;
            /** @description The public address that events are sent to. */
            url: string;
            /** @description A note of your own. It is not sent. */
            description: string | null;
            /** @description Sorted. */
            events: string[];
            /**
             * @description `active` or `disabled`. Events of a disabled endpoint are not kept for it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description Who created it: the creator, or an app over OAuth.
             * @enum {string}
             */
            source: "creator" | "app";
            /** @description The app that created the endpoint. Null for the creator’s own. */
            created_by_app: {
                /** @description The id. */
                id: number;
                /** @description The name of the app. */
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then deliveries have a second signature, made with the previous secret.
             * @example 2026-03-04T05:06:07Z
             */
            previous_secret_expires_at: string | null;
        };
        WebhookEndpointWithSecret: {
            /** @description The id. */
            id: number;
            /** @description The name. Made of the address if you give none. */
            name: string;
            /** @description The public address that events are sent to. */
            url: string;
            /** @description A note of your own. It is not sent. */
            description: string | null;
            /** @description Sorted. */
            events: string[];
            /**
             * @description `active` or `disabled`. Events of a disabled endpoint are not kept for it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /**
             * @description Who created it: the creator, or an app over OAuth.
             * @enum {string}
             */
            source: "creator" | "app";
            /** @description The app that created the endpoint. Null for the creator’s own. */
            created_by_app: {
                /** @description The id. */
                id: number;
                /** @description The name of the app. */
                name: string;
            } | null;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until then deliveries have a second signature, made with the previous secret.
             * @example 2026-03-04T05:06:07Z
             */
            previous_secret_expires_at: string | null;
            /** @description Shown only once. Verifies `X-Service-Signature`. */
            secret: string;
        };
        LegacyWebhook: {
            /** @description The id. */
            id: number;
            /** @description The id of the account. */
            account_id: number;
            /** @description The event name without its prefix, and its one parameter. Events without a parameter have `initiator_value: null`. */
            event: {
                /**
                 * @description The name of the event, without the prefix that it is created with.
                 * @enum {string}
                 */
                name: "subscriber_activate" | "subscriber_unsubscribe" | "subscriber_bounce" | "subscriber_complain" | "form_subscribe" | "course_subscribe" | "course_complete" | "tag_add" | "tag_remove" | "field_value_updated" | "field_created" | "field_deleted" | "product_purchase" | "link_click" | "purchase_create";
                /** @description The id of the form or landing page. */
                form_id?: number;
                /** @description The id of the sequence. */
                sequence_id?: number;
                /** @description The id of the tag. */
                tag_id?: number;
                /** @description The id of the product. The same for each post of the account. */
                product_id?: number;
                /** @description The id of the custom field. */
                custom_field_id?: number;
                /** @description The address of the link. Null for events without one. */
                initiator_value?: string | null;
            };
            /** @description The address that the event is sent to. */
            target_url: string;
        };
        SubscriberDetail: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields: {
                [key: string]: string | null;
            };
            /**
             * Format: date-time
             * @description When the subscriber left. Null for all others.
             * @example 2026-03-04T05:06:07Z
             */
            canceled_at: string | null;
            location: components["schemas"]["Location"];
        };
        LocatedSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            location: components["schemas"]["PinnedLocation"];
        };
        PinnedLocation: {
            /** @description The city. */
            city: string;
            /** @description The state or region. */
            state_province: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example NO
             */
            country_code: string;
            /** @description Degrees north, from -90 to 90. */
            latitude: number;
            /** @description Degrees east, from -180 to 180. */
            longitude: number;
            /**
             * @description IANA name.
             * @example Europe/Oslo
             */
            timezone: string;
        };
        SubscriberStats: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The figures. */
            stats: {
                /** @description Emails sent. */
                sent: number;
                /** @description Emails opened. One that was opened twice counts once. */
                opened: number;
                /** @description Emails with a click. One that was clicked twice counts once. */
                clicked: number;
                /** @description Emails that bounced. */
                bounced: number;
                /** @description Fraction of `sent`, three decimals. */
                open_rate: number;
                /** @description Fraction of `sent`, three decimals. */
                click_rate: number;
                /**
                 * Format: date-time
                 * @description When the last email was sent. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_sent: string | null;
                /**
                 * Format: date-time
                 * @description When an email was last opened. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_opened: string | null;
                /**
                 * Format: date-time
                 * @description When a link was last clicked. Null if none was.
                 * @example 2026-03-04T05:06:07Z
                 */
                last_clicked: string | null;
                /** @description Emails sent since the last open. */
                sends_since_last_open: number;
                /** @description Emails sent since the last click. */
                sends_since_last_click: number;
            };
        };
        SegmentCount: {
            /** @description Subscribers in any state. */
            count: number;
            /** @description Active subscribers. */
            active: number;
        };
        BroadcastClicks: {
            /** @description The broadcast. */
            broadcast: {
                /** @description The id. */
                id: number;
                /** @description The links of the broadcast. */
                clicks: components["schemas"]["BroadcastClick"][];
            };
            pagination: components["schemas"]["Pagination"];
        };
        BroadcastClick: {
            /** @description The id. */
            id: number;
            /** @description The address. */
            url: string;
            /** @description Emails in which this link was clicked. */
            unique_clicks: number;
            /** @description Emails with a click on this link, as a fraction of those delivered. */
            click_to_delivery_rate: number;
            /** @description Emails with a click on this link, as a fraction of those opened. */
            click_to_open_rate: number;
        };
        OneBroadcastStats: {
            /** @description The id. */
            id: number;
            stats: components["schemas"]["BroadcastStats"];
        };
        NewMatches: {
            /** @description Subscribers in any state. */
            count: number;
            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
            suppressed: number;
            /** @description False if more subscribers may be suppressed. */
            is_exact: boolean;
        };
        BroadcastPreflight: {
            /** @description What prevents sending or is advised. */
            remarks: {
                /**
                 * @description What it is about.
                 * @enum {string}
                 */
                code: "no_subject" | "no_content" | "no_sender" | "no_template" | "blocked_sender" | "free_mail_sender" | "unsigned_sender" | "no_dmarc" | "no_postal_address" | "broken_liquid" | "left_out" | "unrenderable" | "no_audience" | "unknown_audience" | "no_unsubscribe_link" | "empty_audience" | "no_preview_text" | "no_images_alt" | "added_footer" | "unknown_field" | "foreign_tag" | "unknown_tag" | "unknown_segment" | "empty_field" | "empty_link" | "relative_link" | "invalid_link" | "insecure_link" | "broken_link" | "slow_link" | "large_image" | "broken_image" | "too_large" | "no_plain_text" | "image_only" | "shortened_link" | "loud_subject" | "unusual_audience" | "warm_up" | "unconfirmed_reply_to";
                /**
                 * @description `blocker` prevents sending, `warning` is advice.
                 * @enum {string}
                 */
                level: "blocker" | "warning";
                /** @description A sentence. */
                message: string;
                /** @description The version of an A/B test that it is about, from 2. Absent for the first. */
                version?: number;
            }[];
            /** @description True if nothing prevents sending. */
            ready: boolean;
            /** @description Subscribers who would receive it now. */
            audience_count: number;
            /** @description Subscribers in the audience who are on a suppression list. */
            suppressed_count: number;
            /** @description False if more subscribers may be suppressed. */
            is_exact: boolean;
            /** @description What would be sent. */
            summary: {
                /** @description The subject, with Liquid. */
                subject: string | null;
                /** @description The sender. Null if none is confirmed. */
                from: string | null;
                /** @description The audience in words. Null if it is still to be chosen. */
                audience: string | null;
            };
        };
        BroadcastProgress: {
            /** @description Messages by state. */
            ledger: {
                /** @description All messages. */
                total: number;
                /** @description Messages that wait. */
                queued: number;
                /** @description Messages in progress. */
                sending: number;
                /** @description Messages that a mail server accepted. */
                sent: number;
                /** @description Messages whose acceptance is unknown. */
                unconfirmed: number;
                /** @description Messages that could not be sent. */
                failed: number;
                /** @description Recipients who get no message. */
                excluded: number;
            };
            /** @description True once all recipients are known. Until then `total` grows. */
            is_enqueued: boolean;
            /** @description How much is done. */
            percent: number;
            /** @description Messages a second. Null until it is measured. */
            per_second: number | null;
            /** @description How long it will take. Null until it is measured. */
            seconds_left: number | null;
            /**
             * Format: date-time
             * @description When the next message may be sent, if none may now.
             * @example 2026-03-04T05:06:07Z
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the last message is due, if each has its own time.
             * @example 2026-03-04T05:06:07Z
             */
            last_at: string | null;
            /** @description The reply or error of the mail server that delays sending. */
            transport_error: string | null;
            /** @description The id. */
            id: number;
            /**
             * @description Only subscribers in this state. Null for other exports.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "completed" | "aborted";
            /**
             * Format: date-time
             * @description Since when it is paused or stopped. Null if it is not.
             * @example 2026-03-04T05:06:07Z
             */
            stopped_at: string | null;
            /** @description The user who paused it. Null if no one did. */
            paused_by: string | null;
            /** @description Why it stopped or was paused. */
            problem: string | null;
        };
        Proof: {
            /** @description The stored number of recipients. */
            recipients: number;
            /** @description The counted number of recipients. */
            sum: number;
            /** @description Recipients by what became of their message. */
            parts: {
                /**
                 * @description `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`.
                 * @enum {string}
                 */
                part: "sent" | "waiting" | "retrying" | "unconfirmed" | "failed" | "excluded";
                /** @description Recipients. */
                count: number;
            }[];
            /** @description Why messages failed and recipients were excluded. */
            reasons: {
                /**
                 * @description `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`.
                 * @enum {string}
                 */
                part: "sent" | "waiting" | "retrying" | "unconfirmed" | "failed" | "excluded";
                /** @description The reason. */
                reason: string;
                /** @description Recipients. */
                count: number;
            }[];
            /** @description Stored numbers that differ from the counted ones. Empty unless there is a bug. */
            mismatches: {
                /**
                 * @description `sent`, `waiting`, `retrying`, `unconfirmed`, `failed` or `excluded`.
                 * @enum {string}
                 */
                part: "recipients" | "sent" | "unconfirmed" | "failed" | "excluded";
                /** @description The counted number. */
                rows: number;
                /** @description The stored number. */
                kept: number;
            }[];
            /** @description True if nothing is pending and the numbers match. */
            is_complete: boolean;
            /** @description When it was counted. */
            checked_at: string;
        };
        ListedSequenceEmail: {
            /** @description The id. */
            id: number;
            /** @description The id of the sequence. */
            sequence_id: number;
            /** @description The subject, with Liquid. */
            subject: string;
            /** @description The text that inboxes show after the subject, with Liquid. */
            preview_text: string | null;
            /** @description The sequence’s sender, or the account’s. */
            email_address: string | null;
            /** @description The id of the template. Null stands for the account’s default. */
            email_template_id: number | null;
            /** @description True if subscribers get the email. */
            published: boolean;
            /** @description Zero-based position, unique in the sequence. */
            position: number | null;
            /** @description How long after the email before. 0 sends immediately and is for the first email alone. */
            delay_value: number;
            /**
             * @description `days` follows the days and the hour of the sequence, `hours` does not.
             * @enum {string}
             */
            delay_unit: "days" | "hours";
            /** @description All seven unless restricted; null in hours mode. */
            send_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The content as HTML, with Liquid. */
            content?: string;
            /** @description With `include=stats`. */
            stats?: {
                /** @description Emails sent. */
                recipients: number;
                /** @description Emails opened. */
                opens: number;
                /** @description Emails clicked. */
                clicks: number;
                /** @description Unsubscribes through a link in an email. */
                email_unsubscribes: number;
                /** @description Emails that bounced. */
                bounces: number;
                /** @description Emails reported as spam. */
                complaints: number;
                /** @description Percent of `recipients`, two decimals. */
                open_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                click_rate: number;
                /** @description Percent of `opens`, two decimals. */
                click_to_open_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                unsubscribe_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                bounce_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                complaint_rate: number;
            };
        };
        SequenceEmail: {
            /** @description The id. */
            id: number;
            /** @description The id of the sequence. */
            sequence_id: number;
            /** @description The subject, with Liquid. */
            subject: string;
            /** @description The text that inboxes show after the subject, with Liquid. */
            preview_text: string | null;
            /** @description The sequence’s sender, or the account’s. */
            email_address: string | null;
            /** @description The id of the template. Null stands for the account’s default. */
            email_template_id: number | null;
            /** @description True if subscribers get the email. */
            published: boolean;
            /** @description Zero-based position, unique in the sequence. */
            position: number | null;
            /** @description How long after the email before. 0 sends immediately and is for the first email alone. */
            delay_value: number;
            /**
             * @description `days` follows the days and the hour of the sequence, `hours` does not.
             * @enum {string}
             */
            delay_unit: "days" | "hours";
            /** @description All seven unless restricted; null in hours mode. */
            send_days: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The content as HTML, with Liquid. */
            content: string;
            /** @description With `include=stats`. */
            stats?: {
                /** @description Emails sent. */
                recipients: number;
                /** @description Emails opened. */
                opens: number;
                /** @description Emails clicked. */
                clicks: number;
                /** @description Unsubscribes through a link in an email. */
                email_unsubscribes: number;
                /** @description Emails that bounced. */
                bounces: number;
                /** @description Emails reported as spam. */
                complaints: number;
                /** @description Percent of `recipients`, two decimals. */
                open_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                click_rate: number;
                /** @description Percent of `opens`, two decimals. */
                click_to_open_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                unsubscribe_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                bounce_rate: number;
                /** @description Percent of `recipients`, two decimals. */
                complaint_rate: number;
            };
        };
        EnrolledSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields?: {
                [key: string]: string | null;
            };
            /**
             * Format: date-time
             * @description When the subscriber was added.
             * @example 2026-03-04T05:06:07Z
             */
            added_at: string;
        };
        TagDetail: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * @description The color in the dashboard. Null: none.
             * @enum {string|null}
             */
            color: "petrol" | "green" | "yellow" | "orange" | "red" | "blue" | null;
            /** @description Its texts on the preference page. Null if subscribers are not offered it. */
            topic: {
                /** @description The name for subscribers. */
                name: string;
                /** @description A sentence for subscribers. */
                description: string | null;
            } | null;
        };
        TaggedSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields?: {
                [key: string]: string | null;
            };
            /**
             * Format: date-time
             * @description When the subscriber got the tag.
             * @example 2026-03-04T05:06:07Z
             */
            tagged_at: string;
        };
        SubscriberTag: {
            /** @description The id. */
            id: number;
            /** @description The name. */
            name: string;
            /**
             * Format: date-time
             * @description When the subscriber got the tag.
             * @example 2026-03-04T05:06:07Z
             */
            tagged_at: string;
        };
        ImageUse: {
            /**
             * @description What uses it.
             * @enum {string}
             */
            kind: "broadcast" | "sequence_email" | "automation_email" | "post" | "snippet" | "template" | "form" | "profile" | "style";
            /** @description The id. */
            id: number;
            /** @description The id of the sequence or automation of an email. Null for all others. */
            parent_id: number | null;
            /** @description The name. */
            name: string | null;
            /** @description True if it was sent. */
            is_sent: boolean;
        };
        ImportCheck: {
            /** @description Rows that were checked. */
            rows: number;
            /** @description True if `rows` is the whole file. */
            complete: boolean;
            /** @description Rows by their outcome. */
            counts: {
                /** @description When it happened, in UTC. */
                created?: number;
                /** @description When it happened, in UTC. */
                updated?: number;
                /** @description When it happened, in UTC. */
                unchanged?: number;
                /** @description When it happened, in UTC. */
                duplicate?: number;
                /** @description When it happened, in UTC. */
                invalid?: number;
                /** @description When it happened, in UTC. */
                suppressed?: number;
                /** @description When it happened, in UTC. */
                over_limit?: number;
                /** @description When it happened, in UTC. */
                blank?: number;
            };
            /** @description Subscribers by the state that they get. */
            states: {
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                active?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                inactive?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                bounced?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                complained?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                cancelled?: number;
            };
            /** @description States by word of the column, `""` for empty cells. In a check: the words that were found. */
            words: {
                /** @description The column, from 0. */
                column: number;
                /** @description The word. Empty for empty cells. */
                word: string;
                /** @description Rows with it. */
                count: number;
                /** @description The key of the word in `words` of the column. */
                folded: string;
                /**
                 * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                 * @enum {string}
                 */
                state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                /** @description True if its meaning is known or decided. */
                is_known: boolean;
            }[];
            /** @description Why it cannot start yet. */
            questions: {
                /**
                 * @description `file_name`, `column` or `date_order`.
                 * @enum {string}
                 */
                kind: "file_name" | "column" | "date_order";
                /** @description The column, from 0. */
                column: number | null;
                /** @description A sentence. */
                message: string;
            }[];
            /** @description Active subscribers who fit into the plan. Null without a limit. */
            room: number | null;
            /** @description The first subscribers who would change. */
            changes: {
                /** @description The row of the file, from 1. */
                row_number: number;
                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                email_address: string;
                /** @description What would change. */
                values: {
                    /** @description The label of the field. No other field has it, in whatever case. */
                    label: string;
                    /** @description The value now. Null without one. */
                    before: string | null;
                    /** @description The value then. */
                    after: string;
                }[];
            }[];
            /** @description The first rows that are invalid. */
            problems: {
                /** @description The row of the file, from 1. */
                row_number: number;
                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                email_address: string;
                /** @description Why. */
                message: string;
            }[];
            /** @description Rows that are imported without one of their values, such as an invalid date. */
            noted_count: number;
            /** @description The first rows that lose a value. */
            notes: {
                /** @description The row of the file, from 1. */
                row_number: number;
                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                email_address: string;
                /** @description Why. */
                message: string;
            }[];
        };
        ImportPreview: {
            /** @description The id. */
            id: number;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "queued" | "running" | "stopped" | "completed" | "failed";
            /** @description How it is imported. Null before it starts. */
            options: {
                /**
                 * @description How these subscribers agreed to get your emails.
                 * @enum {string}
                 */
                consent_source?: "website_form" | "other_service" | "customers" | "in_person" | "other";
                /**
                 * @description The same in your words. Needed for `other`.
                 * @default
                 */
                consent_note: string;
                /**
                 * @description Names of tags for all of these subscribers. Missing ones are created.
                 * @default []
                 */
                tags: string[];
                /**
                 * @description Whether subscribers you already have are updated or left as they are.
                 * @default update
                 * @enum {string}
                 */
                existing: "update" | "leave";
                /**
                 * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                 * @default active
                 * @enum {string}
                 */
                state: "active" | "inactive" | "cancelled";
                /** @description The id of the form or landing page. */
                form_id?: number | null;
                /** @description The id of the sequence. */
                sequence_id?: number | null;
                /**
                 * @description True if new subscribers get the confirmation email of the form first.
                 * @default false
                 */
                double_opt_in: boolean;
                /**
                 * @description Confirms that all of these subscribers agreed, although a name or a column suggests otherwise.
                 * @default false
                 */
                has_no_unsubscribes: boolean;
            };
            /** @description Rows that are done. */
            done_rows: number;
            /** @description From 0 to 1. */
            progress: number;
            /** @description Rows by their outcome. */
            counts: {
                /** @description When it happened, in UTC. */
                created?: number;
                /** @description When it happened, in UTC. */
                updated?: number;
                /** @description When it happened, in UTC. */
                unchanged?: number;
                /** @description When it happened, in UTC. */
                duplicate?: number;
                /** @description When it happened, in UTC. */
                invalid?: number;
                /** @description When it happened, in UTC. */
                suppressed?: number;
                /** @description When it happened, in UTC. */
                over_limit?: number;
                /** @description When it happened, in UTC. */
                blank?: number;
            };
            /** @description Subscribers by the state that they get. */
            states: {
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                active?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                inactive?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                bounced?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                complained?: number;
                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                cancelled?: number;
            };
            /** @description Words of columns of states that you have not decided about. */
            unknown: {
                /** @description The column, from 0. */
                column: number;
                /** @description The word. Empty for empty cells. */
                word: string;
                /** @description Rows with it. */
                count: number;
            }[];
            /** @description Why it cannot start yet. */
            questions: {
                /**
                 * @description `file_name`, `column` or `date_order`.
                 * @enum {string}
                 */
                kind: "file_name" | "column" | "date_order";
                /** @description The column, from 0. */
                column: number | null;
                /** @description A sentence. */
                message: string;
            }[];
            /** @description Rows that are imported without one of their values, such as an invalid date. */
            noted_count: number;
            /** @description Active subscribers who fit into the plan. Null without a limit. */
            room: number | null;
            /** @description Why the rest of the file cannot be read. Null if it can. */
            error: string | null;
            /** @description When it was created, in UTC. */
            created_at: string;
        } | null;
        ImportPreviewRow: {
            /** @description The row of the file, from 1. */
            row_number: number;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /** @description What would change. */
            values: {
                /** @description The label of the field. No other field has it, in whatever case. */
                label: string;
                /** @description The value now. Null without one. */
                before: string | null;
                /** @description The value then. */
                after: string;
            }[];
            /** @description Why. Null for a row without a note. */
            message: string | null;
        };
        ImportRow: {
            /** @description The row of the file, from 1. */
            row_number: number;
            /**
             * @description What became of the row.
             * @enum {string}
             */
            result: "created" | "updated" | "unchanged" | "duplicate" | "invalid" | "skipped";
            /** @description Why. Null for a row without a note. */
            message: string | null;
            /** @description The address in the row. Null without one. */
            email_address: string | null;
            /** @description What the undo did with it. Null if nothing. */
            undone: string | null;
            /** @description The cells of a row that was not imported or has a note. Null for all others. */
            cells: string[] | null;
        };
        ExportLink: {
            /** @description The address. */
            url: string;
            /**
             * Format: date-time
             * @description When the link ends.
             * @example 2026-03-04T05:06:07Z
             */
            expires_at: string;
            /** @description The name of the file. */
            filename: string;
            /** @description The size of the file. */
            byte_size: number;
            /** @description The SHA-256 of the file in hexadecimal. */
            content_hash: string;
        };
        SnippetPreview: {
            /** @description The HTML. */
            html: string;
            /** @description Why there is no HTML. Null if there is. */
            mistake: string | null;
        };
        SnippetUse: {
            /**
             * @description `built_in`, `design` or `html`.
             * @enum {string}
             */
            kind: "broadcast" | "sequence_email" | "automation_email" | "post" | "snippet";
            /** @description The id. */
            id: number;
            /** @description The id of the sequence or automation of an email. Null for all others. */
            parent_id: number | null;
            /** @description The name. */
            name: string | null;
        };
        Revision: {
            /** @description The id. */
            id: number;
            /** @description The subject, title or name. */
            title: string;
            /** @description Why a landing page was changed. Empty for all others. */
            reason: string;
            /** @description Empty for the text before the first change that was kept. */
            author: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            updated_at: string;
        };
        Post: {
            /** @description The id. */
            id: number;
            /** @description The same as that of the broadcast, if it was sent. */
            publication_id: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description The title. */
            title: string;
            /** @description The last part of the post’s address. Null for drafts. */
            slug: string | null;
            /** @description The text below the title. */
            description: string | null;
            /** @description The description for search engines. */
            meta_description: string | null;
            /**
             * @description `draft`, `scheduled` or `published`.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "published";
            /**
             * Format: date-time
             * @description The date that the post shows.
             * @example 2026-03-04T05:06:07Z
             */
            published_at: string | null;
            /**
             * Format: date-time
             * @description Null for a post that was not sent by email.
             * @example 2026-03-04T05:06:07Z
             */
            sent_at: string | null;
            /** @description A description of that image for those who cannot see it. */
            thumbnail_alt: string | null;
            /** @description The address of the image that stands for it in lists. */
            thumbnail_url: string | null;
            /** @description True if only buyers can read the whole post. */
            is_paid: boolean;
            /** @description The id of the product. The same for each post of the account. */
            product_id: number | null;
            /** @description Null until it is published. */
            public_url: string | null;
            /** @description HTML as visitors see it: Liquid renders its defaults. */
            content: string | null;
        };
        PostPreview: {
            /** @description The HTML. */
            html: string;
            /** @description Why there is no HTML. Null if there is. */
            mistake: string | null;
        };
        PostShares: {
            /** @description Public paragraphs. */
            paragraphs: number;
            /** @description Public words. */
            words: number;
            /** @description Words that only buyers read. */
            more_words: number;
            /** @description Images that only buyers see. */
            more_images: number;
            /** @description True if nothing is left for buyers. */
            is_all_public: boolean;
        } | null;
        FormSubscriber: {
            /**
             * Format: int64
             * @description The id.
             */
            id: number;
            /** @description The first name. Null if it was never given. */
            first_name: string | null;
            /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
            email_address: string;
            /**
             * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
             * @enum {string}
             */
            state: "active" | "inactive" | "bounced" | "complained" | "cancelled";
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
            fields?: {
                [key: string]: string | null;
            };
            /**
             * Format: date-time
             * @description When the subscriber was added.
             * @example 2026-03-04T05:06:07Z
             */
            added_at: string;
            /** @description The address of the page on which the subscriber signed up, or that you name. */
            referrer: string | null;
            referrer_utm_parameters: components["schemas"]["UtmParameters"];
        };
        WebhookDelivery: {
            /** @description The id. */
            id: number;
            /**
             * @description `pending`, `retrying`, `delivered` or `failed`.
             * @enum {string}
             */
            status: "pending" | "retrying" | "delivered" | "failed";
            /** @description The type of the events in the delivery. */
            event_type: string;
            /** @description The number of events in the delivery. */
            event_count: number;
            /** @description The attempts so far. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was delivered or given up. Null until then.
             * @example 2026-03-04T05:06:07Z
             */
            completed_at: string | null;
        };
        WebhookDeliveryDetail: {
            /** @description The id. */
            id: number;
            /**
             * @description `pending`, `retrying`, `delivered` or `failed`.
             * @enum {string}
             */
            status: "pending" | "retrying" | "delivered" | "failed";
            /** @description The type of the events in the delivery. */
            event_type: string;
            /** @description The number of events in the delivery. */
            event_count: number;
            /** @description The attempts so far. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-03-04T05:06:07Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was delivered or given up. Null until then.
             * @example 2026-03-04T05:06:07Z
             */
            completed_at: string | null;
            /** @description The attempts, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt was made.
                 * @example 2026-03-04T05:06:07Z
                 */
                attempted_at: string;
                /** @description Null when there was no response; `error` says why. */
                response_status: number | null;
                /** @description The first 1,000 bytes. */
                response_body: string | null;
                /** @description How long the attempt took, in milliseconds. */
                duration_ms: number;
                /** @description Why there was no response, in plain words. Absent when there was one. */
                error?: string;
            }[];
            /** @description The body as it is sent, if `include_payload` is set. */
            payload?: {
                /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                delivery_id: number;
                /** @description The events, all of one type. */
                events: {
                    /**
                     * Format: uuid
                     * @description The id of the event. It stays the same when the event is sent again.
                     */
                    id: string;
                    /** @description The type of the event. */
                    type: string;
                    /**
                     * Format: date-time
                     * @description When it happened, in UTC.
                     * @example 2026-03-04T05:06:07Z
                     */
                    created: string;
                    /** @description What it happened to, as it was at that time. */
                    data: {
                        [key: string]: unknown;
                    };
                }[];
            };
        };
        TokenAnswer: {
            /** @description The token to send as `Authorization: Bearer`. */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @enum {string}
             */
            token_type: "Bearer";
            /** @description Seconds until the access token expires. */
            expires_in: number;
            /** @description The token that gets the next access token. */
            refresh_token: string;
            /** @description The scopes, separated by spaces. */
            scope: string;
            /** @description When it was created, in UTC. */
            created_at: number;
        };
        /**
         * @example {
         *       "error": "invalid_grant",
         *       "error_description": "The code is unknown",
         *       "errors": [
         *         "The code is unknown"
         *       ]
         *     }
         */
        OauthError: {
            /** @description The code of the error, from RFC 6749. */
            error: string;
            /** @description What is wrong, in words. */
            error_description: string;
            /** @description A sentence for each problem. */
            errors: string[];
        };
        OauthClient: {
            /** @description The id of the client. */
            client_id: string;
            /** @description When the client was registered, in seconds since 1970. */
            client_id_issued_at: number;
            /** @description The secret of the client. Shown once. */
            client_secret?: string;
            /**
             * @description Always 0: the secret does not expire.
             * @enum {number}
             */
            client_secret_expires_at?: 0;
            /** @description The name that creators see on the consent page. */
            client_name: string;
            /** @description The addresses that creators may be sent back to. */
            redirect_uris: string[];
            /** @description The grants that the client uses. */
            grant_types: string[];
            /** @description Always `code`. */
            response_types: string[];
            /**
             * @description How the client shows its secret; `none` for a public client.
             * @enum {string}
             */
            token_endpoint_auth_method: "client_secret_post" | "none";
            /** @description The scopes, separated by spaces. */
            scope: string;
            /** @description The address of the client’s site. */
            client_uri?: string;
            /** @description The address of the client’s logo. */
            logo_uri?: string;
        };
        OauthClientInput: {
            /** @description The name that creators see on the consent page. */
            client_name?: string;
            /** @description The addresses that creators may be sent back to. */
            redirect_uris: string[];
            /** @description The grants that the client uses. */
            grant_types?: string[];
            /** @description Always `code`. */
            response_types?: string[];
            /**
             * @description How the client shows its secret; `none` for a public client.
             * @enum {string}
             */
            token_endpoint_auth_method?: "client_secret_post" | "none";
            /** @description True if the client can keep a secret. */
            confidential?: boolean;
            /** @description The scopes, separated by spaces. */
            scope?: string;
            /** @description The address of the client’s site. */
            client_uri?: string;
            /** @description The address of the client’s logo. */
            logo_uri?: string;
        };
    };
    responses: {
        /** @description The body is no JSON */
        Malformed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The credential is missing, unknown, revoked, expired or of the wrong kind */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The credential or the plan does not allow this */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The id does not exist */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description A request with this Idempotency-Key is still running */
        Running: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description The body has more than 10 MB, 100,000 values or 200 levels */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Validation failed; each text names its field */
        Invalid: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Too many requests */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description A fault of the service */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
        /** @description Nothing was done, and the same request may succeed */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Errors"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names the request in logs; a given one is taken over. */
        "X-Request-Id": string;
        /** @description Requests that the credential may make in its window. */
        "RateLimit-Limit": number;
        /** @description Requests that are left in the window. */
        "RateLimit-Remaining": number;
        /** @description Seconds until more are left. */
        "RateLimit-Reset": number;
        /** @description Seconds after which to try again. */
        "Retry-After": number;
        /** @description `true` if the answer is the stored one of an earlier request with the same key. */
        "Idempotency-Replayed": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readAccountBehindCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPalette: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Hexadecimal colors, such as `#1D4ED8`, in the order given. */
                        colors: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    replacePalette: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "colors": [
                 *         "#0A84FF",
                 *         "#fff"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Hexadecimal colors, such as `#1D4ED8`, in the order given. */
                    colors: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Hexadecimal colors, such as `#1D4ED8`, in the order given. */
                        colors: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCreatorProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        profile: components["schemas"]["CreatorProfile"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCreatorProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Studio North",
                 *       "byline": "Emails about glazes"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the creator. */
                    name: string;
                    /** @description One line about the creator. */
                    byline?: string | null;
                    /** @description A text about the creator. */
                    bio?: string | null;
                    /** @description The address of the creator’s image. */
                    image_url?: string | null;
                    /** @description The address of the creator’s public page. */
                    profile_url?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        profile: components["schemas"]["CreatorProfile"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEmailStatisticsOfLast90Days: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: components["schemas"]["EmailStats"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readGrowthStatisticsOfList: {
        parameters: {
            query?: {
                /** @description A day of the account's time zone; 90 days ago when left out. */
                starting?: string;
                /** @description A day of the account's time zone; today when left out. */
                ending?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stats: components["schemas"]["GrowthStats"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSendingAddresses: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The addresses that emails can be sent from, unconfirmed ones included. */
                        sending_addresses: components["schemas"]["SendingAddress"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSendingAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "hello@studio.example",
                 *       "from_name": "Nora of Studio North"
                 *     }
                 */
                "application/json": {
                    /** @description The address of the sender. */
                    email_address: string;
                    /** @description The name of the sender in emails. */
                    from_name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_address: components["schemas"]["SendingAddress"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setAddressForReplies: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": null
                 *     }
                 */
                "application/json": {
                    /** @description The id. */
                    id: number;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSettingsOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["AccountSettings"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSettingsOfAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "postal_address": "Storgata 1, 0155 Oslo, Norway",
                 *       "click_tracking_enabled": false
                 *     }
                 */
                "application/json": {
                    /** @description The name of the account. */
                    name?: string;
                    /** @description The IANA name of the time zone for `send_days` and `send_hour`. */
                    time_zone?: string;
                    /** @description The language of texts on public pages and in emails that you do not write. */
                    language?: string;
                    /** @description The postal address in the footer of emails, which laws require. */
                    postal_address?: string | null;
                    /** @description True if opens are counted. */
                    open_tracking_enabled?: boolean;
                    /** @description True if clicks are counted. */
                    click_tracking_enabled?: boolean;
                    /** @description How long sending waits for an undo. */
                    undo_seconds?: number;
                    /** @description How long traces of automations are kept. Null: forever. */
                    automation_trace_days?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["AccountSettings"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPlanAndUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The members. */
                        members: components["schemas"]["Member"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The invitations. */
                        invitations: components["schemas"]["Invitation"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@studio.example",
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                    email_address: string;
                    /**
                     * @description `owner`, `admin`, `editor` or `viewer`.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readStyle: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        style: components["schemas"]["Style"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "logo_id": null,
                 *       "logo_size": "medium",
                 *       "font": "system",
                 *       "heading_font": "system",
                 *       "accent_color": "#1d4ed8",
                 *       "text_color": "#1c1917",
                 *       "background_color": "#ffffff",
                 *       "corners": "rounded"
                 *     }
                 */
                "application/json": {
                    /** @description The image of the logo. Null without one. */
                    logo_id: number;
                    /**
                     * @description The size of the logo.
                     * @enum {string}
                     */
                    logo_size: "small" | "medium" | "large";
                    /**
                     * @description The font of texts.
                     * @enum {string}
                     */
                    font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                    /**
                     * @description The font of headings.
                     * @enum {string}
                     */
                    heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                    /** @description The color of links and buttons. */
                    accent_color: string;
                    /** @description The color of texts. */
                    text_color: string;
                    /** @description The color behind them. */
                    background_color: string;
                    /**
                     * @description The corners of buttons and boxes.
                     * @enum {string}
                     */
                    corners: "rounded" | "square" | "pill";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        style: components["schemas"]["Style"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeStyle: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSecurityLog: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The entries of the log. */
                        security_events: components["schemas"]["SecurityEvent"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                is_unread?: boolean;
                topic?: "jobs" | "job_problems" | "broadcasts" | "broadcast_problems" | "automations" | "mentions" | "comments" | "sending" | "webhooks" | "plan";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The notifications. */
                        notifications: components["schemas"]["Notification"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    markNotificationsAsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         7,
                 *         8
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The ids of notifications. */
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    markAllNotificationsAsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "up_to": 8
                 *     }
                 */
                "application/json": {
                    /** @description The id of the latest one to mark. */
                    up_to: number;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notification_settings: components["schemas"]["NotificationSettings"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "channels": {
                 *         "comments": {
                 *           "in_product": true,
                 *           "by_email": true
                 *         }
                 *       },
                 *       "digest": "daily"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The topics to change, by name.
                     * @default {}
                     */
                    channels?: {
                        /** @description The broadcasts. */
                        jobs?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        job_problems?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        broadcasts?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        broadcast_problems?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        automations?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        mentions?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        comments?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        sending?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        webhooks?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                        /** @description The broadcasts. */
                        plan?: {
                            /** @description True to be told in the dashboard. */
                            in_product: boolean;
                            /** @description True to be told by email. */
                            by_email: boolean;
                        };
                    };
                    /**
                     * @description How often a summary is emailed: `off`, `daily` or `weekly`.
                     * @enum {string}
                     */
                    digest?: "off" | "daily" | "weekly";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notification_settings: components["schemas"]["NotificationSettings"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAPIKeys: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The keys. */
                        api_keys: components["schemas"]["ApiKey"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The custom fields. */
                        custom_fields: components["schemas"]["CustomField"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Favorite bird"
                 *     }
                 */
                "application/json": {
                    /** @description The label of the field. No other field has it, in whatever case. */
                    label: string;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_field: components["schemas"]["CustomField"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_field: components["schemas"]["CustomField"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createManyCustomFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "custom_fields": [
                 *         {
                 *           "label": "Shoe size"
                 *         },
                 *         {
                 *           "label": "Favorite bird"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The custom fields. */
                    custom_fields: {
                        /** @description The label of the field. No other field has it, in whatever case. */
                        label: string;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The custom fields. */
                        custom_fields: components["schemas"]["DatedCustomField"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The custom field. */
                            custom_field: {
                                /** @description The label of the field. No other field has it, in whatever case. */
                                label: string | null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribers: {
        parameters: {
            query?: {
                /** @description One address, or several separated by commas. */
                email_address?: string;
                status?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_before?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                updated_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                updated_before?: string;
                /** @description Leaves out `fields`. */
                slim?: boolean;
                /** @description Any of attribution, tags, location, canceled_at, separated by commas. */
                include?: string;
                sort_field?: "id" | "created_at" | "updated_at" | "cancelled_at" | "engagement__sent" | "engagement__opens" | "engagement__clicks" | "engagement__open_rate" | "engagement__click_rate";
                sort_order?: "asc" | "desc";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["ListedSubscriber"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrUpdateSubscriberByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "ada@example.net",
                 *       "first_name": "Ada",
                 *       "fields": {
                 *         "city": "Bergen"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                     */
                    email_address: string;
                    /** @description The first name. Null if it was never given. */
                    first_name?: string | null;
                    /**
                     * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                     * @enum {string|null}
                     */
                    state?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | null;
                    /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                    fields?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was accepted; a job applies it */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    findSubscribersByActivityAndAttributes: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "all": [
                 *         {
                 *           "type": "subscriber_state",
                 *           "states": [
                 *             "active"
                 *           ]
                 *         },
                 *         {
                 *           "type": "opens",
                 *           "count_less_than": 1
                 *         }
                 *       ],
                 *       "include": [
                 *         {
                 *           "type": "tags"
                 *         },
                 *         {
                 *           "type": "attribution"
                 *         },
                 *         {
                 *           "type": "location"
                 *         },
                 *         {
                 *           "type": "canceled_at"
                 *         },
                 *         {
                 *           "type": "stats"
                 *         },
                 *         {
                 *           "type": "custom_fields"
                 *         }
                 *       ],
                 *       "per_page": 1
                 *     }
                 */
                "application/json": {
                    /** @description Conditions that all hold. `[]` matches everyone. */
                    all: unknown[];
                    /**
                     * @description `raw` counts every open and click, `unique_email` one for each email.
                     * @default raw
                     * @enum {string}
                     */
                    counting_mode?: "raw" | "unique_email";
                    /**
                     * @description What to add to each row.
                     * @default []
                     */
                    include?: unknown[];
                    /**
                     * @description The property that rows are sorted by.
                     * @enum {string|null}
                     */
                    sort_field?: "id" | "first_name" | "email_address" | "created_at" | "engagement__sent" | "engagement__opens" | "engagement__clicks" | "engagement__open_rate" | "engagement__click_rate" | "location__distance" | null;
                    /**
                     * @description `asc` or `desc`.
                     * @enum {string|null}
                     */
                    sort_order?: "asc" | "desc" | null;
                    /** @description Cursor: the page that follows `end_cursor`. */
                    after?: string | null;
                    /** @description Cursor: the page that precedes `start_cursor`. */
                    before?: string | null;
                    /** @description Items on a page. */
                    per_page?: number | null;
                    /** @description Accepted as in other lists; this one always counts. */
                    include_total_count?: boolean | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["FilteredSubscriber"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            /** @description A range of `stats` starts before the retention window */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOrUpdateManySubscribersByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subscribers": [
                 *         {
                 *           "first_name": "Sol",
                 *           "email_address": "sol@example.net"
                 *         },
                 *         {
                 *           "first_name": "Ola",
                 *           "email_address": "ola@example.net"
                 *         }
                 *       ],
                 *       "callback_url": "https://93.184.216.34/done"
                 *     }
                 */
                "application/json": {
                    /** @description The subscribers. */
                    subscribers: {
                        /**
                         * Format: email
                         * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                         */
                        email_address: string;
                        /** @description The first name. Null if it was never given. */
                        first_name?: string | null;
                        /**
                         * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                         * @enum {string|null}
                         */
                        state?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["SlimSubscriber"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string | null;
                                /**
                                 * @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored.
                                 * @enum {string|null}
                                 */
                                state: "active" | "inactive" | "bounced" | "complained" | "cancelled" | null;
                                /** @description When it was created, in UTC. */
                                created_at: null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setValuesOfCustomFieldsOfManySubscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "custom_field_values": [
                 *         {
                 *           "subscriber_id": 1,
                 *           "subscriber_custom_field_id": 1,
                 *           "value": "Ito"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Values to store, each of one subscriber and field. */
                    custom_field_values: {
                        /**
                         * Format: int64
                         * @description The id of the subscriber.
                         */
                        subscriber_id?: number | null;
                        /**
                         * Format: int64
                         * @description The id of the custom field.
                         */
                        subscriber_custom_field_id?: number | null;
                        /** @description The value. */
                        value?: string | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Values to store, each of one subscriber and field. */
                        custom_field_values: components["schemas"]["SetFieldValue"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            custom_field_value: components["schemas"]["SetFieldValue"];
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "undo": "v1.2f0c…"
                 *     }
                 */
                "application/json": components["schemas"]["DeletedNote"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        note: components["schemas"]["SubscriberNote"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSegments: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The segments. */
                        segments: components["schemas"]["Segment"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Subscribers in Norway",
                 *       "definition": {
                 *         "match": "all",
                 *         "conditions": [
                 *           {
                 *             "type": "subscriber_state",
                 *             "states": [
                 *               "active"
                 *             ]
                 *           },
                 *           {
                 *             "type": "country",
                 *             "codes": [
                 *               "NO"
                 *             ]
                 *           },
                 *           {
                 *             "type": "not",
                 *             "condition": {
                 *               "type": "opens",
                 *               "last_days": 90,
                 *               "count_less_than": 1
                 *             }
                 *           },
                 *           {
                 *             "type": "group",
                 *             "match": "any",
                 *             "conditions": [
                 *               {
                 *                 "type": "tags",
                 *                 "any": [
                 *                   {
                 *                     "type": "ids",
                 *                     "matching": [
                 *                       3
                 *                     ]
                 *                   }
                 *                 ]
                 *               },
                 *               {
                 *                 "type": "purchases"
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name: string;
                    /** @description The filter: contract 21.1 has its grammar. */
                    definition: {
                        /**
                         * @description `all`, `any` or `none` of the conditions.
                         * @default all
                         * @enum {string}
                         */
                        match?: "all" | "any" | "none";
                        /** @description The conditions, each with a `type`. `[]` matches everyone. */
                        conditions: unknown[];
                        /**
                         * @description `raw` counts every open and click, `unique_email` one for each email.
                         * @default raw
                         * @enum {string}
                         */
                        counting_mode?: "raw" | "unique_email";
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segment: components["schemas"]["SegmentDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "definition": {
                 *         "conditions": [
                 *           {
                 *             "type": "engagement_level",
                 *             "levels": [
                 *               "high"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The filter: contract 21.1 has its grammar. */
                    definition: {
                        /**
                         * @description `all`, `any` or `none` of the conditions.
                         * @default all
                         * @enum {string}
                         */
                        match?: "all" | "any" | "none";
                        /** @description The conditions, each with a `type`. `[]` matches everyone. */
                        conditions: unknown[];
                        /**
                         * @description `raw` counts every open and click, `unique_email` one for each email.
                         * @default raw
                         * @enum {string}
                         */
                        counting_mode?: "raw" | "unique_email";
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["SegmentPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBroadcasts: {
        parameters: {
            query?: {
                status?: "draft" | "scheduled" | "sending" | "completed" | "aborted";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                sent_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                sent_before?: string;
                slim?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The broadcasts. */
                        broadcasts: components["schemas"]["ListedBroadcast"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "April letter",
                 *       "content": "<p>Hello</p>",
                 *       "public": false
                 *     }
                 */
                "application/json": {
                    /** @description The subject, with Liquid. */
                    subject?: string | null;
                    /** @description The text that inboxes show after the subject, with Liquid. */
                    preview_text?: string | null;
                    /** @description The text below the title. */
                    description?: string | null;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
                    public?: boolean;
                    /**
                     * Format: date-time
                     * @description The date that the post shows.
                     */
                    published_at?: string | null;
                    /**
                     * Format: date-time
                     * @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**
                     */
                    send_at?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
                    email_address?: string | null;
                    /**
                     * Format: uri
                     * @description The address of the image that stands for it in lists.
                     */
                    thumbnail_url?: string | null;
                    /** @description A description of that image for those who cannot see it. */
                    thumbnail_alt?: string | null;
                    subscriber_filter?: components["schemas"]["SubscriberFilterInput"];
                    /** @description Allows a template of the category “Starting point”. The content then needs its own link to unsubscribe. */
                    allow_starting_point?: boolean;
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    statisticsOfBroadcasts: {
        parameters: {
            query?: {
                status?: "draft" | "scheduled" | "sending" | "completed" | "aborted";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                sent_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                sent_before?: string;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The broadcasts. */
                        broadcasts: components["schemas"]["ListedBroadcastStats"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSequences: {
        parameters: {
            query?: {
                include?: "stats";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sequences. */
                        sequences: components["schemas"]["Sequence"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Onboarding",
                 *       "send_hour": 9,
                 *       "send_days": [
                 *         "monday",
                 *         "thursday"
                 *       ],
                 *       "active": true,
                 *       "repeat": false
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name: string;
                    /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                    hold?: boolean;
                    /** @description True if subscribers can go through the sequence more than once. */
                    repeat?: boolean;
                    /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                    active?: boolean;
                    /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
                    email_address?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description Days on which emails are sent: `monday` to `sunday`. */
                    send_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
                    /** @description The hour at which emails are sent, from 0 to 23, in `time_zone`. */
                    send_hour?: number;
                    /** @description IANA name; by default the account’s. */
                    time_zone?: string;
                    /** @description Subscribers in one of these get no email of the sequence. */
                    exclude_subscriber_sources?: {
                        /**
                         * @description `tag`, `sequence`, `form` or `segment`.
                         * @enum {string}
                         */
                        type?: "tag" | "sequence" | "form" | "segment";
                        /** @description Ids of that kind. */
                        ids?: number[];
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sequence: components["schemas"]["Sequence"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmailTemplates: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The templates. */
                        email_templates: components["schemas"]["EmailTemplate"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Own layout",
                 *       "source": "<body><p>{{ account.name }}</p>{{ content }}{{ footer }}</body>"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name: string;
                    /**
                     * @description What it looks like without a design or HTML of its own.
                     * @default Modern
                     * @enum {string}
                     */
                    start?: "Modern" | "Classic" | "Card" | "Text Only" | "HTML";
                    /** @description How it looks. Null for a template of your own HTML. */
                    design?: {
                        /**
                         * @description The built-in layout that it began as.
                         * @enum {string}
                         */
                        base: "Modern" | "Classic" | "Card" | "Text Only";
                        /**
                         * @description The font of texts.
                         * @enum {string}
                         */
                        font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /**
                         * @description The font of headings.
                         * @enum {string}
                         */
                        heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /** @description The width in pixels. */
                        width: number;
                        /** @description The color around the content. */
                        page_color: string;
                        /** @description The color behind the content. */
                        sheet_color: string;
                        /** @description The color of texts. */
                        text_color: string;
                        /** @description The color of links. */
                        link_color: string;
                        /** @description The color of buttons. */
                        button_color: string;
                        /**
                         * @description The shape of buttons.
                         * @enum {string}
                         */
                        button_style: "rounded" | "square" | "pill" | "outline";
                        /** @description The image at the top. Null for none. */
                        logo: {
                            /** @description The address. */
                            url: string;
                            /** @description What the image shows, for those who cannot see it. */
                            alt: string;
                            /** @description The width in pixels. */
                            width: number;
                        } | null;
                        /** @description Text above the content, with merge tags. */
                        header: string;
                        /** @description Text below the content, with merge tags. */
                        footer: string;
                    };
                    /** @description Your own HTML, as written. Null for a template with a design. */
                    source?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email_template: components["schemas"]["EmailTemplateDetail"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "source": "<body>{{ content }}{{ footer }}</body>"
                 *     }
                 */
                "application/json": {
                    /** @description How it looks. Null for a template of your own HTML. */
                    design?: {
                        /**
                         * @description The built-in layout that it began as.
                         * @enum {string}
                         */
                        base: "Modern" | "Classic" | "Card" | "Text Only";
                        /**
                         * @description The font of texts.
                         * @enum {string}
                         */
                        font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /**
                         * @description The font of headings.
                         * @enum {string}
                         */
                        heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /** @description The width in pixels. */
                        width: number;
                        /** @description The color around the content. */
                        page_color: string;
                        /** @description The color behind the content. */
                        sheet_color: string;
                        /** @description The color of texts. */
                        text_color: string;
                        /** @description The color of links. */
                        link_color: string;
                        /** @description The color of buttons. */
                        button_color: string;
                        /**
                         * @description The shape of buttons.
                         * @enum {string}
                         */
                        button_style: "rounded" | "square" | "pill" | "outline";
                        /** @description The image at the top. Null for none. */
                        logo: {
                            /** @description The address. */
                            url: string;
                            /** @description What the image shows, for those who cannot see it. */
                            alt: string;
                            /** @description The width in pixels. */
                            width: number;
                        } | null;
                        /** @description Text above the content, with merge tags. */
                        header: string;
                        /** @description Text below the content, with merge tags. */
                        footer: string;
                    };
                    /** @description Your own HTML, as written. Null for a template with a design. */
                    source?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What it would look like. */
                        preview: {
                            /** @description The HTML. */
                            html: string;
                            /** @description Why there is no HTML. Null if there is. */
                            mistake: string | null;
                        };
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                include?: "subscriber_count";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The tags. */
                        tags: components["schemas"]["ListedTag"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "VIP"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the tag. No other tag has it, in whatever case. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["Tag"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["Tag"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTopics: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The topics. */
                        topics: components["schemas"]["Topic"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createManyTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         {
                 *           "name": "VIP"
                 *         },
                 *         {
                 *           "name": "Early birds"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The tags. */
                    tags: {
                        /** @description The name of the tag. No other tag has it, in whatever case. */
                        name: string;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The tags. */
                        tags: components["schemas"]["Tag"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The tag. */
                            tag: {
                                /** @description The name of the tag. No other tag has it, in whatever case. */
                                name: string | null;
                                /** @description When it was created, in UTC. */
                                created_at: null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteManyTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         {
                 *           "id": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The tags. */
                    tags: {
                        /**
                         * Format: int64
                         * @description The id.
                         */
                        id?: number | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The tag. */
                            tag: {
                                /**
                                 * Format: int64
                                 * @description The id.
                                 */
                                id?: number | null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    tagManySubscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taggings": [
                 *         {
                 *           "tag_id": 1,
                 *           "subscriber_id": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Pairs of a tag and a subscriber. */
                    taggings: {
                        /**
                         * Format: int64
                         * @description The id of the tag.
                         */
                        tag_id?: number | null;
                        /**
                         * Format: int64
                         * @description The id of the subscriber.
                         */
                        subscriber_id?: number | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["BulkTaggedSubscriber"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The tag and the subscriber. The id that does not exist is null. */
                            tagging: {
                                /**
                                 * Format: int64
                                 * @description The id of the tag.
                                 */
                                tag_id?: number | null;
                                /**
                                 * Format: int64
                                 * @description The id of the subscriber.
                                 */
                                subscriber_id?: number | null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTagsFromManySubscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taggings": [
                 *         {
                 *           "tag_id": 1,
                 *           "subscriber_id": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Pairs of a tag and a subscriber. */
                    taggings: {
                        /**
                         * Format: int64
                         * @description The id of the tag.
                         */
                        tag_id?: number | null;
                        /**
                         * Format: int64
                         * @description The id of the subscriber.
                         */
                        subscriber_id?: number | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The tag and the subscriber. The id that does not exist is null. */
                            tagging: {
                                /**
                                 * Format: int64
                                 * @description The id of the tag.
                                 */
                                tag_id?: number | null;
                                /**
                                 * Format: int64
                                 * @description The id of the subscriber.
                                 */
                                subscriber_id?: number | null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTagMerges: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The merges. */
                        tag_merges: components["schemas"]["TagMerge"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeTwoTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_id": 3,
                 *       "into_id": 4
                 *     }
                 */
                "application/json": {
                    /** @description The tag that is deleted. */
                    from_id: number;
                    /** @description The tag that stays. */
                    into_id: number;
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The merge. */
                        tag_merge: {
                            /** @description The id. */
                            id: number;
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Something in progress needs one of the tags */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewTagMerge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_id": 3,
                 *       "into_id": 4
                 *     }
                 */
                "application/json": {
                    /** @description The tag that is deleted. */
                    from_id: number;
                    /** @description The tag that stays. */
                    into_id: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["TagMergePreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    findDuplicateTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Tags that are probably the same. */
                        duplicates: components["schemas"]["DuplicateTags"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImages: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The images. */
                        images: components["schemas"]["Image"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "url": "https://203.0.113.7/harbor.jpg",
                 *       "alt": "The harbor at dawn"
                 *     }
                 */
                "application/json": {
                    /** @description The address for emails and posts. */
                    url?: string;
                    /** @description What it shows, for those who cannot see it. Empty if nothing was said. */
                    alt?: string;
                };
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The name of the file in its address: `url` has one.
                     */
                    file?: string;
                    /** @description The address for emails and posts. */
                    url?: string;
                    /** @description What it shows, for those who cannot see it. Empty if nothing was said. */
                    alt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        image: components["schemas"]["Image"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressedAddresses: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
                search?: string;
                reason?: "erased" | "hard_bounce" | "complaint" | "manual" | "import";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The suppressed addresses. */
                        suppressions: components["schemas"]["Suppression"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    suppressAddresses: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_addresses": [
                 *         "bo@example.net",
                 *         "cy@example.net"
                 *       ],
                 *       "note": "Asked by phone"
                 *     }
                 */
                "application/json": {
                    /** @description The addresses. */
                    email_addresses: string[];
                    /**
                     * @description Why: `erased`, `hard_bounce`, `complaint`, `manual` or `import`.
                     * @default manual
                     * @enum {string}
                     */
                    reason?: "manual" | "import";
                    /**
                     * @description A note of your own.
                     * @default null
                     */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedSuppressions"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The imports. */
                        imports: components["schemas"]["Import"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadFileForImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filename": "subscribers.csv",
                 *       "byte_size": 48211702
                 *     }
                 */
                "application/json": {
                    /** @description The name of the file. */
                    filename?: string;
                    /** @description The size of the file. */
                    byte_size?: number;
                    /** @description The address. */
                    url?: string;
                };
                "multipart/form-data": {
                    /** @description The name of the file. */
                    filename?: string;
                    /** @description The size of the file. */
                    byte_size?: number;
                    /**
                     * Format: binary
                     * @description The name of the file in its address: `url` has one.
                     */
                    file?: string;
                    /** @description The address. */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSendingDomains: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The domains. */
                        sending_domains: components["schemas"]["ListedSendingDomain"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSendingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "studio.example"
                 *     }
                 */
                "application/json": {
                    /** @description The domain, with its characters decoded. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_domain: components["schemas"]["SendingDomain"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSendingHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingHealth"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumePausedSending: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "*",
                 *       "note": "Removed the list that we bought"
                 *     }
                 */
                "application/json": {
                    /** @description The domain, with its characters decoded. */
                    domain: string;
                    /** @description A note of your own. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBouncesThatWaitForDecision: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The bounces that wait. */
                        bounce_waves: components["schemas"]["BounceWave"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The exports. */
                        exports: components["schemas"]["Export"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSubscribers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "active",
                 *       "filter": {
                 *         "conditions": [
                 *           {
                 *             "type": "engagement_level",
                 *             "levels": [
                 *               "high",
                 *               "medium"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The text that was searched for. Null without one. */
                    search?: string;
                    /**
                     * @description `draft`, `scheduled` or `published`.
                     * @default all
                     * @enum {string}
                     */
                    status?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all";
                    /** @description The id of the tag. */
                    tag_id?: number;
                    /** @description Only subscribers of this segment. */
                    segment_id?: number;
                    /** @description Only subscribers who match this filter: contract 21.1 has its grammar. */
                    filter?: {
                        /**
                         * @description `all`, `any` or `none` of the conditions.
                         * @default all
                         * @enum {string}
                         */
                        match?: "all" | "any" | "none";
                        /** @description The conditions, each with a `type`. `[]` matches everyone. */
                        conditions: unknown[];
                        /**
                         * @description `raw` counts every open and click, `unique_email` one for each email.
                         * @default raw
                         * @enum {string}
                         */
                        counting_mode?: "raw" | "unique_email";
                    };
                    /** @description Only these subscribers. */
                    subscriber_ids?: number[];
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Too many exports are running, or this one ended */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description Too many exports are running, or this one ended */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSnippets: {
        parameters: {
            query?: {
                snippet_type?: "inline" | "block";
                /** @description True lists only archived snippets. */
                archived?: boolean;
                /** @description Adds `content` and `document`. */
                include_content?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The snippets. */
                        snippets: components["schemas"]["ListedSnippet"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createSnippet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Footer",
                 *       "snippet_type": "inline",
                 *       "content": "Bye, {{ subscriber.first_name }}"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name: string;
                    /**
                     * @description `inline` for a text within a line, `block` for one of its own.
                     * @enum {string}
                     */
                    snippet_type: "inline" | "block";
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description The content of a block. */
                    document_attributes?: {
                        /** @description The content of the block as HTML. */
                        value_html?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snippet: components["schemas"]["Snippet"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPosts: {
        parameters: {
            query?: {
                /** @description Adds `content`. */
                include_content?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The posts. */
                        posts: components["schemas"]["ListedPost"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Three glazes",
                 *       "content": "<p>Moss, ash and salt.</p>",
                 *       "topics": [
                 *         "Glazes"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The title. */
                    title?: string;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description The text below the title. */
                    description?: string | null;
                    /** @description The description for search engines. */
                    meta_description?: string | null;
                    /**
                     * Format: uri
                     * @description The address of the image that stands for it in lists.
                     */
                    thumbnail_url?: string | null;
                    /** @description A description of that image for those who cannot see it. */
                    thumbnail_alt?: string | null;
                    /** @description The topics. */
                    topics?: string[];
                    /** @description True if only buyers can read the whole post. */
                    is_paid?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPublicSite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        site: components["schemas"]["Site"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePublicSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "has_form": true,
                 *       "form_id": null
                 *     }
                 */
                "application/json": {
                    /** @description The name in its address. Null until one is chosen. */
                    name?: string;
                    /** @description True if pages have a form. */
                    has_form?: boolean;
                    /** @description The chosen form. Null: the first that fits. */
                    form_id?: number | null;
                    /**
                     * @description How the first page looks.
                     * @enum {string}
                     */
                    layout?: "magazine" | "newsletter" | "archive";
                    /** @description True if pages show the postal address. */
                    has_address?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        site: components["schemas"]["Site"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDomainOfSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "news.studio.example"
                 *     }
                 */
                "application/json": {
                    /** @description The domain. Null without one. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["SiteDomain"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeDomainOfSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkDomainOfSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        domain: components["schemas"]["SiteDomain"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRecommendations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    recommendCreator: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "creator_id": 12,
                 *       "note": "The best emails about wood"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the creator. */
                    creator_id: number;
                    /**
                     * @description A note of your own.
                     * @default null
                     */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    findCreatorsToRecommend: {
        parameters: {
            query?: {
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The creators. */
                        creators: components["schemas"]["Creator"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    letOthersRecommendAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_open": true,
                 *       "pitch": "One email a week about glazes"
                 *     }
                 */
                "application/json": {
                    /** @description True if others can recommend the account. */
                    is_open: boolean;
                    /** @description What their visitors read. Null: the byline of the profile. */
                    pitch: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    reportEventsToAutomations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "webinar.attended",
                 *       "subscribers": [
                 *         {
                 *           "email_address": "lin@example.net"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The name of the event, which automations wait for. */
                    name?: string;
                    /** @description The identifier of an automation_event plugin of the calling app. */
                    plugin?: string;
                    /** @description With `plugin`: only nodes with exactly these settings. Default: all nodes of the plugin. */
                    settings?: {
                        [key: string]: unknown;
                    };
                    /** @description The subscribers. */
                    subscribers: {
                        /**
                         * Format: int64
                         * @description The id.
                         */
                        id?: number;
                        /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                        email_address?: string;
                        /**
                         * Format: date-time
                         * @description When it happened, UTC without an offset; now when absent. At most 30 days ago and one minute ahead. Waits count events from the subscriber's arrival, and a wait that begins with the event counts from this time.
                         */
                        occurred_at?: string;
                        /** @description With `plugin`: identifies the event of the subscriber. A second report of it changes nothing. */
                        event_id?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        automation_events: components["schemas"]["AutomationEvents"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The purchases. */
                        purchases: components["schemas"]["Purchase"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net",
                 *       "transaction_id": "T-89",
                 *       "status": "paid",
                 *       "currency": "USD",
                 *       "transaction_time": "2026-03-01T10:00:00Z",
                 *       "subtotal": 40,
                 *       "discount": 5,
                 *       "tax": 3.5,
                 *       "shipping": 0,
                 *       "total": 38.5,
                 *       "products": [
                 *         {
                 *           "name": "Course",
                 *           "pid": "p-7",
                 *           "lid": "l-1",
                 *           "quantity": 1,
                 *           "unit_price": 40,
                 *           "sku": null
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The purchase. */
                    purchase: {
                        /**
                         * Format: email
                         * @description The address of the buyer, who is created as an active subscriber if needed.
                         */
                        email_address: string;
                        /** @description Your id of the purchase. A second report with it changes the same purchase. */
                        transaction_id: string;
                        /** @description The lines of the purchase. Those of a later report are added; one with a known `lid` is replaced. */
                        products: {
                            /** @description The name of the product. */
                            name: string;
                            /** @description Your id of the product. Variants share it. */
                            pid: string;
                            /** @description Your id of the line. No other line of the purchase has it. */
                            lid: string;
                            /**
                             * @description How many were bought.
                             * @default 1
                             */
                            quantity?: number;
                            /**
                             * @description Major units.
                             * @default 0
                             */
                            unit_price?: number;
                            /** @description The stock keeping unit. Null for tips and subscriptions. */
                            sku?: string | null;
                        }[];
                        /** @description Used when the buyer is not a subscriber yet. */
                        first_name?: string | null;
                        /** @description `paid` for a new purchase when absent. */
                        status?: string | null;
                        /** @description `USD` for a new purchase when absent. */
                        currency?: string | null;
                        /**
                         * Format: date-time
                         * @description UTC without an offset; now when absent.
                         */
                        transaction_time?: string | null;
                        /** @description Major units; 0 for a new purchase when absent. */
                        subtotal?: number | null;
                        /** @description Major units; 0 for a new purchase when absent. */
                        discount?: number | null;
                        /** @description Major units; 0 for a new purchase when absent. */
                        tax?: number | null;
                        /** @description Major units; 0 for a new purchase when absent. */
                        shipping?: number | null;
                        /** @description Major units; 0 for a new purchase when absent. */
                        total?: number | null;
                    };
                } | {
                    /**
                     * Format: email
                     * @description The address of the buyer, who is created as an active subscriber if needed.
                     */
                    email_address: string;
                    /** @description Your id of the purchase. A second report with it changes the same purchase. */
                    transaction_id: string;
                    /** @description The lines of the purchase. Those of a later report are added; one with a known `lid` is replaced. */
                    products: {
                        /** @description The name of the product. */
                        name: string;
                        /** @description Your id of the product. Variants share it. */
                        pid: string;
                        /** @description Your id of the line. No other line of the purchase has it. */
                        lid: string;
                        /**
                         * @description How many were bought.
                         * @default 1
                         */
                        quantity?: number;
                        /**
                         * @description Major units.
                         * @default 0
                         */
                        unit_price?: number;
                        /** @description The stock keeping unit. Null for tips and subscriptions. */
                        sku?: string | null;
                    }[];
                    /** @description Used when the buyer is not a subscriber yet. */
                    first_name?: string | null;
                    /** @description `paid` for a new purchase when absent. */
                    status?: string | null;
                    /** @description `USD` for a new purchase when absent. */
                    currency?: string | null;
                    /**
                     * Format: date-time
                     * @description UTC without an offset; now when absent.
                     */
                    transaction_time?: string | null;
                    /** @description Major units; 0 for a new purchase when absent. */
                    subtotal?: number | null;
                    /** @description Major units; 0 for a new purchase when absent. */
                    discount?: number | null;
                    /** @description Major units; 0 for a new purchase when absent. */
                    tax?: number | null;
                    /** @description Major units; 0 for a new purchase when absent. */
                    shipping?: number | null;
                    /** @description Major units; 0 for a new purchase when absent. */
                    total?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        purchase: components["schemas"]["Purchase"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPurchasedProducts: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The lines of the purchase. Those of a later report are added; one with a known `lid` is replaced. */
                        products: components["schemas"]["PurchasedProduct"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readProductOfAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountProduct"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setProductOfAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Course",
                 *       "price": 40,
                 *       "currency": "USD",
                 *       "url": "https://studio.example/course",
                 *       "pid": "p-7"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the product. */
                    name: string;
                    /** @description The price, in units of the currency. */
                    price: number;
                    /** @description The code of the currency, such as `USD`. */
                    currency: string;
                    /**
                     * Format: uri
                     * @description The page where it is sold.
                     */
                    url: string;
                    /** @description Your id of the product. Variants share it. */
                    pid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountProduct"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeProductOfAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listForms: {
        parameters: {
            query?: {
                /** @description A landing page that was never published is listed with `all` only. */
                status?: "active" | "archived" | "trashed" | "all";
                type?: "embed" | "hosted";
                include?: "subscriber_count";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The forms and landing pages. */
                        forms: components["schemas"]["ListedForm"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLegacyLandingPages: {
        parameters: {
            query?: {
                type?: "embed" | "hosted";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always empty: there are no legacy landing pages. */
                        legacy_landing_pages: components["schemas"]["LegacyLandingPage"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readRecommendationsScript: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecommendationsScript"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addManySubscribersToForms: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "additions": [
                 *         {
                 *           "form_id": 1,
                 *           "subscriber_id": 1,
                 *           "referrer": "https://x.example/?utm_source=x"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Pairs of a form and a subscriber. */
                    additions: {
                        /**
                         * Format: int64
                         * @description The id of the form or landing page.
                         */
                        form_id?: number | null;
                        /**
                         * Format: int64
                         * @description The id of the subscriber.
                         */
                        subscriber_id?: number | null;
                        /** @description UTM parameters are read from its query. */
                        referrer?: string | null;
                    }[];
                    /**
                     * Format: uri
                     * @description A public http(s) URL. It receives one POST with the result, or none if the items are applied immediately.
                     */
                    callback_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Up to 100 items: their results */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["BulkFormSubscriber"][];
                        /** @description The items that were refused, each as it was sent, with the reasons. */
                        failures: {
                            /** @description The form and the subscriber. The id that does not exist is null. */
                            subscription: {
                                /**
                                 * Format: int64
                                 * @description The id of the form or landing page.
                                 */
                                form_id?: number | null;
                                /**
                                 * Format: int64
                                 * @description The id of the subscriber.
                                 */
                                subscriber_id?: number | null;
                                /** @description The address of the page on which the subscriber signed up, or that you name. */
                                referrer: string | null;
                            };
                            /** @description A sentence for each problem. */
                            errors: string[];
                        }[];
                    };
                };
            };
            /** @description More than 100 items: accepted, a job applies them */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            /** @description Too much data of this app is queued in this account, or an item is larger than 1 MB */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                status?: "active" | "disabled";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The webhook endpoints. */
                        webhook_endpoints: components["schemas"]["WebhookEndpoint"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://93.184.216.34/hooks",
                 *       "events": [
                 *         "tag.created",
                 *         "subscriber.created"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The public address that events are sent to. */
                    url: string;
                    /** @description The types of events that the endpoint gets. */
                    events: ("subscriber.created" | "subscriber.activated" | "subscriber.unsubscribed" | "subscriber.bounced" | "subscriber.complained" | "subscriber.subscribed_to_form" | "subscriber.added_to_sequence" | "subscriber.sequence_completed" | "subscriber.tag_added" | "subscriber.tag_removed" | "subscriber.custom_field_value_updated" | "tag.created" | "tag.deleted" | "custom_field.created" | "custom_field.deleted" | "sequence.created" | "sequence.deleted" | "sequence.published" | "sequence.disabled" | "broadcast.created" | "broadcast.sent" | "broadcast.deleted" | "post.published")[];
                    /** @description Default: the host name of the URL. */
                    name?: string | null;
                    /** @description The text below the title. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLegacyWebhooks: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The legacy webhooks. */
                        webhooks: components["schemas"]["LegacyWebhook"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLegacyWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_url": "https://93.184.216.34/hooks",
                 *       "event": {
                 *         "name": "subscriber.tag_add",
                 *         "tag_id": 3
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The address that the event is sent to. */
                    target_url: string;
                    /** @description Its name, with or without the prefix, and the parameter that it needs: `{"name":"subscriber.tag_add","tag_id":3}`. */
                    event: unknown;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["LegacyWebhook"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportRecipientsOfBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Too many exports are running, or this one ended */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSendingAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_address: components["schemas"]["SendingAddress"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeNameOfSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_name": "Nora Lind"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the sender in emails. */
                    from_name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_address: components["schemas"]["SendingAddress"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSendingAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendConfirmationLinkAgain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeSendingAddressDefault: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_address: components["schemas"]["SendingAddress"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeRoleOfMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `owner`, `admin`, `editor` or `viewer`.
                     * @enum {string}
                     */
                    role: "owner" | "admin" | "editor" | "viewer";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        member: components["schemas"]["Member"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeAPIKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_field: components["schemas"]["CustomField"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    relabelCustomField: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Home town"
                 *     }
                 */
                "application/json": {
                    /** @description The label of the field. No other field has it, in whatever case. */
                    label: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        custom_field: components["schemas"]["CustomField"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCustomFieldAndAllValues: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["SubscriberDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "first_name": "Linnea"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                     */
                    email_address?: string;
                    /** @description The first name. Null if it was never given. */
                    first_name?: string | null;
                    /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                    fields?: {
                        [key: string]: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was accepted; a job applies it */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribe: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    pinLocationOfSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "location": {
                 *         "city": "Bergen",
                 *         "state_province": "Vestland",
                 *         "country_code": "NO",
                 *         "latitude": 60.39,
                 *         "longitude": 5.32,
                 *         "timezone": "Europe/Oslo"
                 *       }
                 *     }
                 */
                "application/json": {
                    location: components["schemas"]["PinnedLocation"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["LocatedSubscriber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpinLocationOfSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    replacePinnedLocationOfSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "location": {
                 *         "city": "Oslo",
                 *         "state_province": "Oslo",
                 *         "country_code": "NO",
                 *         "latitude": 59.91,
                 *         "longitude": 10.75,
                 *         "timezone": "Europe/Oslo"
                 *       }
                 *     }
                 */
                "application/json": {
                    location: components["schemas"]["PinnedLocation"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["LocatedSubscriber"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    emailStatisticsOfSubscriber: {
        parameters: {
            query?: {
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                email_sent_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                email_sent_before?: string;
            };
            header?: never;
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["SubscriberStats"];
                    };
                };
            };
            /** @description A date is before the retention window */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNotesAboutSubscriber: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The first rows that lose a value. */
                        notes: components["schemas"]["SubscriberNote"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    writeNoteAboutSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Met at the fair. Likes glazes"
                 *     }
                 */
                "application/json": {
                    /** @description The text. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        note: components["schemas"]["SubscriberNote"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description A subscriber can have 500 notes */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Met in Oslo"
                 *     }
                 */
                "application/json": {
                    /** @description The text. */
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        note: components["schemas"]["SubscriberNote"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedNote"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeInactiveSubscriberActive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["SubscriberDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeBouncedSubscriberActive: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Wrote to us from this address"
                 *     }
                 */
                "application/json": {
                    /** @description Why, in at most 500 characters. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["SubscriberDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net"
                 *     }
                 */
                "application/json": {
                    /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                    email_address: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description A message to them is being sent */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopTrackingSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmNewAddressOfSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segment: components["schemas"]["SegmentDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Subscribers in Scandinavia"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name?: string;
                    /** @description The filter: contract 21.1 has its grammar. */
                    definition?: {
                        /**
                         * @description `all`, `any` or `none` of the conditions.
                         * @default all
                         * @enum {string}
                         */
                        match?: "all" | "any" | "none";
                        /** @description The conditions, each with a `type`. `[]` matches everyone. */
                        conditions: unknown[];
                        /**
                         * @description `raw` counts every open and click, `unique_email` one for each email.
                         * @default raw
                         * @enum {string}
                         */
                        counting_mode?: "raw" | "unique_email";
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        segment: components["schemas"]["SegmentDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    countSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        size: components["schemas"]["SegmentCount"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSizeHistoryOfSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A size for each day, oldest first. */
                        days: {
                            /** @description Subscribers in any state. */
                            count: number;
                            /** @description Active subscribers. */
                            active: number;
                            /** @description The day, in the time zone of the account. */
                            day: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    clicksOnLinksOfBroadcast: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                broadcast_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastClicks"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    statisticsOfBroadcast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                broadcast_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["OneBroadcastStats"];
                    };
                };
            };
            /** @description Statistics of this broadcast are no longer kept */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readBroadcast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "March letter, corrected"
                 *     }
                 */
                "application/json": {
                    /** @description The subject, with Liquid. */
                    subject?: string | null;
                    /** @description The text that inboxes show after the subject, with Liquid. */
                    preview_text?: string | null;
                    /** @description A note of your own. It is not sent. */
                    description?: string | null;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
                    public?: boolean;
                    /**
                     * Format: date-time
                     * @description The date that the post shows.
                     */
                    published_at?: string | null;
                    /**
                     * Format: date-time
                     * @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.**
                     */
                    send_at?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
                    email_address?: string | null;
                    /**
                     * Format: uri
                     * @description The address of the image that stands for it in lists.
                     */
                    thumbnail_url?: string | null;
                    /** @description A description of that image for those who cannot see it. */
                    thumbnail_alt?: string | null;
                    subscriber_filter?: components["schemas"]["SubscriberFilterInput"];
                    /** @description Allows a template of the category “Starting point”. The content then needs its own link to unsubscribe. */
                    allow_starting_point?: boolean;
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    createResendOfBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeCanceledBroadcastDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "The price is wrong"
                 *     }
                 */
                "application/json": {
                    /** @description Why, for other members. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "expected_recipients": 1912
                 *     }
                 */
                "application/json": {
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseRestOfStagedBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "version": 2,
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /** @description The version that the rest gets, from 1. Needed in an A/B test. */
                    version?: number;
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        broadcast: components["schemas"]["Broadcast"];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendBroadcastToNewMatches: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "dry_run": true
                 *     }
                 */
                "application/json": {
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        matches: components["schemas"]["NewMatches"];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkBroadcastBeforeSending: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preflight: components["schemas"]["BroadcastPreflight"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    progressOfBroadcast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        progress: components["schemas"]["BroadcastProgress"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The broadcast has not been sent */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    proofOfBroadcast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proof: components["schemas"]["Proof"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The broadcast has not been sent */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSequence: {
        parameters: {
            query?: {
                include?: "stats";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sequence: components["schemas"]["Sequence"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Welcome aboard",
                 *       "send_hour": 10
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name?: string;
                    /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                    hold?: boolean;
                    /** @description True if subscribers can go through the sequence more than once. */
                    repeat?: boolean;
                    /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                    active?: boolean;
                    /** @description The sender, a confirmed sending address. Null stands for the account’s default. */
                    email_address?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description Days on which emails are sent: `monday` to `sunday`. */
                    send_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
                    /** @description The hour at which emails are sent, from 0 to 23, in `time_zone`. */
                    send_hour?: number;
                    /** @description IANA name; by default the account’s. */
                    time_zone?: string;
                    /** @description Subscribers in one of these get no email of the sequence. */
                    exclude_subscriber_sources?: {
                        /**
                         * @description `tag`, `sequence`, `form` or `segment`.
                         * @enum {string}
                         */
                        type?: "tag" | "sequence" | "form" | "segment";
                        /** @description Ids of that kind. */
                        ids?: number[];
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sequence: components["schemas"]["Sequence"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sequence: components["schemas"]["Sequence"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmailsOfSequence: {
        parameters: {
            query?: {
                include?: "stats";
                /** @description Adds `content`. */
                include_content?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                sequence_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The emails, in their order. */
                        emails: components["schemas"]["ListedSequenceEmail"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addEmailToSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Day two",
                 *       "content": "<p>Hello {{ subscriber.first_name }}</p>",
                 *       "delay_value": 2,
                 *       "delay_unit": "days",
                 *       "published": true
                 *     }
                 */
                "application/json": {
                    /** @description The subject, with Liquid. */
                    subject: string;
                    /** @description How long after the email before. 0 sends immediately and is for the first email alone. */
                    delay_value: number;
                    /**
                     * @description `days` follows the days and the hour of the sequence, `hours` does not.
                     * @enum {string}
                     */
                    delay_unit: "days" | "hours";
                    /** @description The text that inboxes show after the subject, with Liquid. */
                    preview_text?: string | null;
                    /** @description HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent. */
                    content?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description True if subscribers get the email. */
                    published?: boolean;
                    /** @description Days mode only; null follows the sequence. */
                    send_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
                    /** @description The place in the sequence, from 0. Omitted or null: at the end. */
                    position?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: components["schemas"]["SequenceEmail"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEmailOfSequence: {
        parameters: {
            query?: {
                include?: "stats";
            };
            header?: never;
            path: {
                sequence_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: components["schemas"]["SequenceEmail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEmailOfSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "subject": "Day one, again"
                 *     }
                 */
                "application/json": {
                    /** @description The subject, with Liquid. */
                    subject?: string;
                    /** @description How long after the email before. 0 sends immediately and is for the first email alone. */
                    delay_value?: number;
                    /**
                     * @description `days` follows the days and the hour of the sequence, `hours` does not.
                     * @enum {string}
                     */
                    delay_unit?: "days" | "hours";
                    /** @description The text that inboxes show after the subject, with Liquid. */
                    preview_text?: string | null;
                    /** @description HTML with Liquid; `{{ snippet.<key> }}` is resolved when it is sent. */
                    content?: string | null;
                    /** @description The id of the template. Null stands for the account’s default. */
                    email_template_id?: number | null;
                    /** @description True if subscribers get the email. */
                    published?: boolean;
                    /** @description Days mode only; null follows the sequence. */
                    send_days?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
                    /** @description The place in the sequence, from 0. Omitted or null: at the end. */
                    position?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: components["schemas"]["SequenceEmail"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEmailOfSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribersOfSequence: {
        parameters: {
            query?: {
                status?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_before?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                added_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                added_before?: string;
                /** @description Leaves out `fields`. */
                slim?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                sequence_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["EnrolledSubscriber"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSubscriberToSequenceByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The sender, a confirmed sending address. Null stands for the account’s default.
                     */
                    email_address?: string;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["EnrolledSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["EnrolledSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSubscriberToSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["EnrolledSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["EnrolledSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSubscriberFromSequence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                sequence_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email_template: components["schemas"]["EmailTemplateDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring",
                 *       "source": "<body>{{ content }}<hr>{{ footer }}</body>"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name?: string;
                    /** @description How it looks. Null for a template of your own HTML. */
                    design?: {
                        /**
                         * @description The built-in layout that it began as.
                         * @enum {string}
                         */
                        base: "Modern" | "Classic" | "Card" | "Text Only";
                        /**
                         * @description The font of texts.
                         * @enum {string}
                         */
                        font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /**
                         * @description The font of headings.
                         * @enum {string}
                         */
                        heading_font: "system" | "helvetica" | "verdana" | "trebuchet" | "georgia" | "palatino" | "courier";
                        /** @description The width in pixels. */
                        width: number;
                        /** @description The color around the content. */
                        page_color: string;
                        /** @description The color behind the content. */
                        sheet_color: string;
                        /** @description The color of texts. */
                        text_color: string;
                        /** @description The color of links. */
                        link_color: string;
                        /** @description The color of buttons. */
                        button_color: string;
                        /**
                         * @description The shape of buttons.
                         * @enum {string}
                         */
                        button_style: "rounded" | "square" | "pill" | "outline";
                        /** @description The image at the top. Null for none. */
                        logo: {
                            /** @description The address. */
                            url: string;
                            /** @description What the image shows, for those who cannot see it. */
                            alt: string;
                            /** @description The width in pixels. */
                            width: number;
                        } | null;
                        /** @description Text above the content, with merge tags. */
                        header: string;
                        /** @description Text below the content, with merge tags. */
                        footer: string;
                    };
                    /** @description Your own HTML, as written. Null for a template with a design. */
                    source?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email_template: components["schemas"]["EmailTemplateDetail"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    duplicateEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email_template: components["schemas"]["EmailTemplateDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    makeEmailTemplateDefault: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewSavedEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What it would look like. */
                        preview: {
                            /** @description The HTML. */
                            html: string;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["TagDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    renameTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Early birds"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the tag. No other tag has it, in whatever case. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["Tag"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    setColorOfTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "color": "green"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The color in the dashboard. Null: none.
                     * @enum {string|null}
                     */
                    color: "petrol" | "green" | "yellow" | "orange" | "red" | "blue" | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["TagDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    offerTagAsTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Product news",
                 *       "description": "About twice a month"
                 *     }
                 */
                "application/json": {
                    /** @description The name for subscribers. */
                    name: string;
                    /**
                     * @description A sentence for subscribers.
                     * @default
                     */
                    description?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tag: components["schemas"]["TagDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTopic: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribersOfTag: {
        parameters: {
            query?: {
                status?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_before?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                tagged_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                tagged_before?: string;
                /** @description Leaves out `fields`. */
                slim?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                tag_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["TaggedSubscriber"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    tagSubscriberByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                tag_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                     */
                    email_address?: string;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["TaggedSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["TaggedSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTagFromSubscriberByAddress: {
        parameters: {
            query?: {
                email_address?: string;
            };
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                tag_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                     */
                    email_address?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    tagSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                tag_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["TaggedSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["TaggedSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeTagFromSubscriber: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                tag_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreRemovedTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                tag_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tagged_at": "2026-03-01T10:00:00Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description When the subscriber got the tag.
                     */
                    tagged_at: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTagsOfSubscriber: {
        parameters: {
            query?: {
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                subscriber_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The tags. */
                        tags: components["schemas"]["SubscriberTag"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoTagMerge: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description It can no longer be undone */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        image: components["schemas"]["Image"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "harbor.jpg",
                 *       "alt": "The harbor at dusk"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name?: string;
                    /** @description What it shows, for those who cannot see it. Empty if nothing was said. */
                    alt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        image: components["schemas"]["Image"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteImage: {
        parameters: {
            query?: {
                /** @description Also deletes an image that is used. */
                even_if_used?: boolean;
            };
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsesOfImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What uses it. */
                        uses: components["schemas"]["ImageUse"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cropImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "left": 0,
                 *       "top": 100,
                 *       "width": 800,
                 *       "height": 600
                 *     }
                 */
                "application/json": {
                    /** @description Pixels to the left of the part. */
                    left: number;
                    /** @description Pixels above the part. */
                    top: number;
                    /** @description The width of the largest file in pixels. */
                    width: number;
                    /** @description The height of the largest file in pixels. */
                    height: number;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        image: components["schemas"]["Image"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSuppressedAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSuppressedAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Asked to be added again"
                 *     }
                 */
                "application/json": {
                    /** @description A note of your own. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadPieceOfFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "offset": 2097152,
                 *       "piece": "(2 MB of the file)"
                 *     }
                 */
                "application/json": {
                    /** @description Bytes of the file before the piece. */
                    offset: number;
                };
                "multipart/form-data": {
                    /** @description Bytes of the file before the piece. */
                    offset: number;
                    /**
                     * Format: binary
                     * @description The bytes.
                     */
                    piece: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Bytes that have arrived. */
                        received_bytes: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The file is complete, or an earlier piece is missing */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyzeUploadedFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Pieces are missing */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    correctFormatOfFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "encoding": "windows-1252",
                 *       "has_header": true
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How the file writes characters.
                     * @enum {string}
                     */
                    encoding?: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "iso-8859-15" | "macintosh" | "ibm850" | "windows-1250" | "iso-8859-2" | "windows-1251" | "koi8-r" | "koi8-u" | "ibm866" | "iso-8859-5" | "windows-1253" | "iso-8859-7" | "windows-1254" | "iso-8859-9" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "windows-874" | "shift_jis" | "euc-jp" | "gb18030" | "big5" | "euc-kr";
                    /**
                     * @description What separates columns, or the tags of a cell.
                     * @enum {string}
                     */
                    separator?: "," | ";" | "\t" | "|";
                    /** @description True if the first row has the names of the columns. */
                    has_header?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    mapColumnsOfFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "target": "email_address"
                 *         },
                 *         {
                 *           "target": "tags",
                 *           "separator": ";"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What each column is, in the order of the file. */
                    columns: ({
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "ignore";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "email_address";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "first_name";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "tags";
                        /**
                         * @description What separates columns, or the tags of a cell.
                         * @enum {string}
                         */
                        separator?: "," | ";" | "|";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "state";
                        /**
                         * @description The state that yes stands for. A date means yes.
                         * @enum {string}
                         */
                        yes?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        /**
                         * @description The state that no stands for.
                         * @enum {string}
                         */
                        no?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        /** @description States by word of the column, `""` for empty cells. In a check: the words that were found. */
                        words?: {
                            [key: string]: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        };
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                        /**
                         * @description `unknown` if an empty cell does not mean active.
                         * @enum {string}
                         */
                        empty?: "unknown";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "created_at";
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "field";
                        /** @description The id of the custom field. */
                        custom_field_id: number;
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "new_field";
                        /** @description The label of the field. No other field has it, in whatever case. */
                        label: string;
                        /**
                         * @description The type of the new field. Text without one.
                         * @enum {string}
                         */
                        type?: "text" | "number" | "date" | "choice" | "choices" | "yes_no";
                        /** @description The choices of a new field of that type. */
                        choices?: string[];
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkColumnsOfFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         {
                 *           "target": "email_address"
                 *         },
                 *         {
                 *           "target": "first_name"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What each column is, in the order of the file. */
                    columns: ({
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "ignore";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "email_address";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "first_name";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "tags";
                        /**
                         * @description What separates columns, or the tags of a cell.
                         * @enum {string}
                         */
                        separator?: "," | ";" | "|";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "state";
                        /**
                         * @description The state that yes stands for. A date means yes.
                         * @enum {string}
                         */
                        yes?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        /**
                         * @description The state that no stands for.
                         * @enum {string}
                         */
                        no?: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        /** @description States by word of the column, `""` for empty cells. In a check: the words that were found. */
                        words?: {
                            [key: string]: "active" | "inactive" | "bounced" | "complained" | "cancelled";
                        };
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                        /**
                         * @description `unknown` if an empty cell does not mean active.
                         * @enum {string}
                         */
                        empty?: "unknown";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "created_at";
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "field";
                        /** @description The id of the custom field. */
                        custom_field_id: number;
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    } | {
                        /**
                         * @description What the column has. `new_field` creates a custom field with the `label`.
                         * @enum {string}
                         */
                        target: "new_field";
                        /** @description The label of the field. No other field has it, in whatever case. */
                        label: string;
                        /**
                         * @description The type of the new field. Text without one.
                         * @enum {string}
                         */
                        type?: "text" | "number" | "date" | "choice" | "choices" | "yes_no";
                        /** @description The choices of a new field of that type. */
                        choices?: string[];
                        /**
                         * @description What comes first in dates like 3/4/2026. Needed if they can be read in two ways.
                         * @enum {string}
                         */
                        date_order?: "day_first" | "month_first";
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        check: components["schemas"]["ImportCheck"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPreviewOfImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["ImportPreview"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "Spring fair"
                 *       ],
                 *       "existing": "leave"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How these subscribers agreed to get your emails.
                     * @enum {string}
                     */
                    consent_source?: "website_form" | "other_service" | "customers" | "in_person" | "other";
                    /**
                     * @description The same in your words. Needed for `other`.
                     * @default
                     */
                    consent_note?: string;
                    /**
                     * @description The tags.
                     * @default []
                     */
                    tags?: string[];
                    /**
                     * @description Whether subscribers you already have are updated or left as they are.
                     * @default update
                     * @enum {string}
                     */
                    existing?: "update" | "leave";
                    /**
                     * @description `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table.
                     * @default active
                     * @enum {string}
                     */
                    state?: "active" | "inactive" | "cancelled";
                    /** @description The id of the form or landing page. */
                    form_id?: number | null;
                    /** @description The id of the sequence. */
                    sequence_id?: number | null;
                    /**
                     * @description True if new subscribers get the confirmation email of the form first.
                     * @default false
                     */
                    double_opt_in?: boolean;
                    /**
                     * @description Confirms that all of these subscribers agreed, although a name or a column suggests otherwise.
                     * @default false
                     */
                    has_no_unsubscribes?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["ImportPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRowsOfPreview: {
        parameters: {
            query?: {
                result?: "updated" | "invalid" | "noted";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows. */
                        rows: components["schemas"]["ImportPreviewRow"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["ImportPreview"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeStoppedPreview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["ImportPreview"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "consent_source": "in_person",
                 *       "consent_note": "Signed the list at our stand",
                 *       "tags": [
                 *         "Spring fair"
                 *       ],
                 *       "existing": "leave"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description How these subscribers agreed to get your emails.
                     * @enum {string}
                     */
                    consent_source: "website_form" | "other_service" | "customers" | "in_person" | "other";
                    /**
                     * @description The same in your words. Needed for `other`.
                     * @default
                     */
                    consent_note?: string;
                    /**
                     * @description The tags.
                     * @default []
                     */
                    tags?: string[];
                    /**
                     * @description Whether subscribers you already have are updated or left as they are.
                     * @default update
                     * @enum {string}
                     */
                    existing?: "update" | "leave";
                    /**
                     * @description `uploading`, `ready`, `queued`, `running`, `stopping`, `stopped`, `completed` or `failed`, if the file is no table.
                     * @default active
                     * @enum {string}
                     */
                    state?: "active" | "inactive" | "cancelled";
                    /** @description The id of the form or landing page. */
                    form_id?: number | null;
                    /** @description The id of the sequence. */
                    sequence_id?: number | null;
                    /**
                     * @description True if new subscribers get the confirmation email of the form first.
                     * @default false
                     */
                    double_opt_in?: boolean;
                    /**
                     * @description Confirms that all of these subscribers agreed, although a name or a column suggests otherwise.
                     * @default false
                     */
                    has_no_unsubscribes?: boolean;
                    /** @description True answers what would happen, with the number of recipients, and does nothing. */
                    dry_run?: boolean;
                    /** @description Refused with 422 if the number of recipients differs by more than 2 %. */
                    expected_recipients?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                        /** @description Whom it would reach. Only of a dry run, which changed nothing. */
                        dry_run?: {
                            /** @description Subscribers whom it would reach. */
                            recipients: number;
                            /** @description Subscribers whom it would not reach, because they are on a suppression list. */
                            suppressed: number;
                            /** @description False if more subscribers may be suppressed. */
                            is_exact: boolean;
                            /** @description Advice, in sentences. */
                            warnings: string[];
                        };
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeStoppedImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Its state does not allow this */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listResultsOfImport: {
        parameters: {
            query?: {
                /** @description Only rows that were not applied. */
                only_problems?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The rows. */
                        rows: components["schemas"]["ImportRow"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description It runs, is undone, or is too old */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopUndoOfImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import: components["schemas"]["ImportDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSendingDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_domain: components["schemas"]["SendingDomain"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSendingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkSendingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_domain: components["schemas"]["SendingDomain"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateKeysOfSendingDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_domain: components["schemas"]["SendingDomain"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description New keys wait for their records */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelRotationOfKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sending_domain: components["schemas"]["SendingDomain"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description The domain was never verified, so it has no other keys */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideAboutWaitingBounces: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "discard"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `apply` or `discard`.
                     * @enum {string}
                     */
                    decision: "apply" | "discard";
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLinkOfExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        link: components["schemas"]["ExportLink"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description It has ended */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    repeatExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        export: components["schemas"]["Export"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            /** @description Too many exports are running, or this one ended */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snippet: components["schemas"]["Snippet"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeSnippet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Signature"
                 *     }
                 */
                "application/json": {
                    /** @description The name. */
                    name?: string;
                    /** @description True if it is archived. */
                    archived?: boolean | null;
                    /**
                     * @description `inline` for a text within a line, `block` for one of its own.
                     * @enum {string|null}
                     */
                    snippet_type?: "inline" | "block" | null;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description The content of a block. */
                    document_attributes?: {
                        /** @description The content of the block as HTML. */
                        value_html?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snippet: components["schemas"]["Snippet"];
                        /** @description What of the given HTML was left out. Absent if all of it was kept. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewSnippet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "Bye, {{ subscriber.first_name }}"
                 *     }
                 */
                "application/json": {
                    /** @description Your own HTML, as written. Null for a template with a design. */
                    source: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["SnippetPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsesOfSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What uses it. */
                        uses: components["schemas"]["SnippetUse"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRevisionsOfSnippet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The earlier texts. */
                        revisions: components["schemas"]["Revision"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreRevisionOfSnippet: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                revision_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        snippet: components["schemas"]["Snippet"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["Post"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Four glazes",
                 *       "description": "And how to mix them"
                 *     }
                 */
                "application/json": {
                    /** @description The title. */
                    title?: string;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description The text below the title. */
                    description?: string | null;
                    /** @description The description for search engines. */
                    meta_description?: string | null;
                    /**
                     * Format: uri
                     * @description The address of the image that stands for it in lists.
                     */
                    thumbnail_url?: string | null;
                    /** @description A description of that image for those who cannot see it. */
                    thumbnail_alt?: string | null;
                    /** @description The topics. */
                    topics?: string[];
                    /** @description True if only buyers can read the whole post. */
                    is_paid?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPostAsWritten: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    publishPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "published_at": "2026-03-04T05:06:07Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The date that the post shows.
                     */
                    published_at?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    unpublishPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAddressOfPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "slug": "four-glazes"
                 *     }
                 */
                "application/json": {
                    /** @description The last part of the post’s address. Null for drafts. */
                    slug: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "content": "<p>Moss, ash and salt.</p>",
                 *       "as_buyer": true
                 *     }
                 */
                "application/json": {
                    /** @description The title. */
                    title?: string;
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                    /** @description The text below the title. */
                    description?: string | null;
                    /** @description The description for search engines. */
                    meta_description?: string | null;
                    /**
                     * Format: uri
                     * @description The address of the image that stands for it in lists.
                     */
                    thumbnail_url?: string | null;
                    /** @description A description of that image for those who cannot see it. */
                    thumbnail_alt?: string | null;
                    /** @description The topics. */
                    topics?: string[];
                    /** @description True if only buyers can read the whole post. */
                    is_paid?: boolean;
                    /**
                     * @description True shows all of a paid post.
                     * @default false
                     */
                    as_buyer?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preview: components["schemas"]["PostPreview"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    countPublicPartOfPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "content": "<p>Moss, ash and salt.</p>"
                 *     }
                 */
                "application/json": {
                    /** @description The content as HTML, with Liquid. */
                    content?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shares: components["schemas"]["PostShares"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRevisionsOfPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The earlier texts. */
                        revisions: components["schemas"]["Revision"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreRevisionOfPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                revision_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        post: components["schemas"]["EditedPost"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeNoteOnCreator: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                creator_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": null
                 *     }
                 */
                "application/json": {
                    /** @description A note of your own. */
                    note: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    stopRecommendingCreator: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                creator_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    moveRecommendedCreator: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                creator_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "by": -1
                 *     }
                 */
                "application/json": {
                    /** @description The user who added it. Null if no user did. */
                    by: -1 | 1;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    blockCreatorFromRecommendingAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                creator_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_blocked": true
                 *     }
                 */
                "application/json": {
                    /** @description True if they may not recommend the account. */
                    is_blocked: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recommendations"];
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        purchase: components["schemas"]["Purchase"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    readForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        form: components["schemas"]["ListedForm"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribersOfForm: {
        parameters: {
            query?: {
                status?: "active" | "inactive" | "bounced" | "complained" | "cancelled" | "all";
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                created_before?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                added_after?: string;
                /** @description YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive. */
                added_before?: string;
                /** @description Leaves out `fields`. */
                slim?: boolean;
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                form_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The subscribers. */
                        subscribers: components["schemas"]["FormSubscriber"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSubscriberToFormByAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                form_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "email_address": "lin@example.net",
                 *       "referrer": "https://x.example/?utm_source=x&utm_medium=social"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address of the subscriber, in lower case. Spellings of one mailbox are one address.
                     */
                    email_address?: string;
                    /** @description UTM parameters are read from its query. */
                    referrer?: string | null;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["FormSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["FormSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSubscriberToForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                form_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "referrer": "https://x.example/?utm_source=x"
                 *     }
                 */
                "application/json": {
                    /** @description UTM parameters are read from its query. */
                    referrer?: string | null;
                };
            };
        };
        responses: {
            /** @description It existed */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["FormSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            /** @description It was made */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["FormSubscriber"];
                        /** @description A sentence for each part of the request that was ignored. Absent if nothing was. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSubscriberFromForm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                form_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    addSubscriberToLegacyLandingPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                landing_page_id: number;
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subscriber: components["schemas"]["Subscriber"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "CRM bridge",
                 *       "events": [
                 *         "tag.created"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The public address that events are sent to. */
                    url?: string;
                    /** @description Replaces the whole set. */
                    events?: ("subscriber.created" | "subscriber.activated" | "subscriber.unsubscribed" | "subscriber.bounced" | "subscriber.complained" | "subscriber.subscribed_to_form" | "subscriber.added_to_sequence" | "subscriber.sequence_completed" | "subscriber.tag_added" | "subscriber.tag_removed" | "subscriber.custom_field_value_updated" | "tag.created" | "tag.deleted" | "custom_field.created" | "custom_field.deleted" | "sequence.created" | "sequence.deleted" | "sequence.published" | "sequence.disabled" | "broadcast.created" | "broadcast.sent" | "broadcast.deleted" | "post.published")[];
                    /** @description The name. Made of the address if you give none. */
                    name?: string;
                    /** @description A note of your own. It is not sent. */
                    description?: string | null;
                    /**
                     * @description While disabled, no events are stored, and deliveries that waited for a retry fail.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateSecretOfWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "force": false
                 *     }
                 */
                "application/json": {
                    /** @description Rotates during the 24 hours of the last rotation: the oldest secret stops working immediately. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: components["schemas"]["WebhookEndpointWithSecret"];
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The secret was rotated less than 24 hours ago */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokePreviousSecretOfWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook_endpoint: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveriesOfWebhookEndpoint: {
        parameters: {
            query?: {
                status?: "pending" | "retrying" | "delivered" | "failed";
                event_type?: "subscriber.created" | "subscriber.activated" | "subscriber.unsubscribed" | "subscriber.bounced" | "subscriber.complained" | "subscriber.subscribed_to_form" | "subscriber.added_to_sequence" | "subscriber.sequence_completed" | "subscriber.tag_added" | "subscriber.tag_removed" | "subscriber.custom_field_value_updated" | "tag.created" | "tag.deleted" | "custom_field.created" | "custom_field.deleted" | "sequence.created" | "sequence.deleted" | "sequence.published" | "sequence.disabled" | "broadcast.created" | "broadcast.sent" | "broadcast.deleted" | "post.published" | "subscriber.product_purchased" | "subscriber.link_clicked" | "subscriber.email_opened" | "landing_page.created" | "landing_page.deleted";
                /** @description Cursor: the page that follows `end_cursor`. */
                after?: string;
                /** @description Cursor: the page that precedes `start_cursor`. */
                before?: string;
                /** @description Rows per page; larger values are clamped to 1000. */
                per_page?: number;
                /** @description Adds `pagination.total_count`; slow on large lists, ask for it once. */
                include_total_count?: boolean;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries, newest first. */
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        pagination: components["schemas"]["Pagination"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryWithAttempts: {
        parameters: {
            query?: {
                /** @description Adds `payload`. */
                include_payload?: boolean;
            };
            header?: never;
            path: {
                id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDeliveryDetail"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendSampleEventToWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscriber.created"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The type of the event.
                     * @enum {string}
                     */
                    type: "subscriber.created" | "subscriber.activated" | "subscriber.unsubscribed" | "subscriber.bounced" | "subscriber.complained" | "subscriber.subscribed_to_form" | "subscriber.added_to_sequence" | "subscriber.sequence_completed" | "subscriber.tag_added" | "subscriber.tag_removed" | "subscriber.custom_field_value_updated" | "tag.created" | "tag.deleted" | "custom_field.created" | "custom_field.deleted" | "sequence.created" | "sequence.deleted" | "sequence.published" | "sequence.disabled" | "broadcast.created" | "broadcast.sent" | "broadcast.deleted" | "post.published" | "subscriber.product_purchased" | "subscriber.link_clicked" | "subscriber.email_opened" | "landing_page.created" | "landing_page.deleted";
                };
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                        delivery_id: number;
                    };
                };
            };
            400: components["responses"]["Malformed"];
            401: components["responses"]["Unauthorized"];
            /** @description An app created it, and only that app may change it */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Errors"];
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteLegacyWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key of your choice: the same request with it is done once within 24 hours. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Running"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Fault"];
            503: components["responses"]["Unavailable"];
        };
    };
    authorize: {
        parameters: {
            query: {
                client_id: string;
                response_type: "code";
                /** @description One that the app has listed, to the character; a loopback may have any port */
                redirect_uri: string;
                /** @description Comes back as it is */
                state?: string;
                /** @description Of public, read, write, files:write, sending:write, account:write, privacy:write, team:write, separated by spaces */
                scope?: string;
                /** @description PKCE; required for public clients */
                code_challenge?: string;
                code_challenge_method?: "S256";
                /** @description Lets one account hold several installations of an app */
                tenant_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the consent page, or to `redirect_uri` with `error` */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page: the client or its address is unknown */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    exchangeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /**
                     * @description `authorization_code` or `refresh_token`.
                     * @enum {string}
                     */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description The id of the client. */
                    client_id: string;
                    /** @description Of a confidential client; a public one has none */
                    client_secret?: string;
                    /** @description With authorization_code */
                    code?: string;
                    /** @description With authorization_code: the one that was authorized */
                    redirect_uri?: string;
                    /** @description With authorization_code, when a challenge was sent */
                    code_verifier?: string;
                    /** @description With refresh_token: works once */
                    refresh_token?: string;
                    /** @description With refresh_token: the same or less */
                    scope?: string;
                };
                "application/json": {
                    /**
                     * @description `authorization_code` or `refresh_token`.
                     * @enum {string}
                     */
                    grant_type: "authorization_code" | "refresh_token";
                    /** @description The id of the client. */
                    client_id: string;
                    /** @description Of a confidential client; a public one has none */
                    client_secret?: string;
                    /** @description With authorization_code */
                    code?: string;
                    /** @description With authorization_code: the one that was authorized */
                    redirect_uri?: string;
                    /** @description With authorization_code, when a challenge was sent */
                    code_verifier?: string;
                    /** @description With refresh_token: works once */
                    refresh_token?: string;
                    /** @description With refresh_token: the same or less */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description A new pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            /** @description invalid_grant, invalid_request, invalid_scope or unsupported_grant_type */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description invalid_client */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Too many calls from this address or this client */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description An access token or a refresh token */
                    token: string;
                    /** @description `access_token` or `refresh_token`. It makes the search shorter and decides nothing. */
                    token_type_hint?: string;
                    /** @description The id of the client. */
                    client_id: string;
                    /** @description Of a confidential client; a public one has none */
                    client_secret?: string;
                };
                "application/json": {
                    /** @description An access token or a refresh token */
                    token: string;
                    /** @description `access_token` or `refresh_token`. It makes the search shorter and decides nothing. */
                    token_type_hint?: string;
                    /** @description The id of the client. */
                    client_id: string;
                    /** @description Of a confidential client; a public one has none */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Also for a token that is unknown or dead already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description invalid_request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description invalid_client */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Too many calls from this address or this client */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    registerClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthClientInput"];
            };
        };
        responses: {
            /** @description Registered */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthClient"];
                };
            };
            /** @description invalid_redirect_uri or invalid_client_metadata */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
            /** @description Too many registrations from one address */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthError"];
                };
            };
        };
    };
    onSubscriberCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.created";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberActivated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.activated";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberUnsubscribed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.unsubscribed";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberBounced: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.bounced";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberComplained: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.complained";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberSubscribedToForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.subscribed_to_form";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The form. */
                            form: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description `embed` is a form, `hosted` a landing page. */
                                type: string;
                                /** @description How the form is shown: `inline`, `modal`, `slide in` or `sticky bar`. Null for landing pages. */
                                format: string | null;
                                /** @description True if it is archived. */
                                archived: boolean;
                                /** @description The short id in the addresses of the form. */
                                uid: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberAddedToSequence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.added_to_sequence";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberSequenceCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.sequence_completed";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberTagAdded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.tag_added";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The tag. */
                            tag: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the tag. No other tag has it, in whatever case. */
                                name: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberTagRemoved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.tag_removed";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The tag. */
                            tag: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the tag. No other tag has it, in whatever case. */
                                name: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSubscriberCustomFieldValueUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "subscriber.custom_field_value_updated";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The subscriber. */
                            subscriber: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The first name. Null if it was never given. */
                                first_name: string | null;
                                /** @description The address of the subscriber, in lower case. Spellings of one mailbox are one address. */
                                email_address: string;
                                /** @description `active`, `inactive` (not confirmed), `cancelled` (unsubscribed), `bounced` or `complained`. Only active subscribers get email. It is read when a subscriber is created; later changes of it are ignored. */
                                state: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description Values of custom fields, by the key of the field. Null or an empty text clears a value. */
                                fields: {
                                    [key: string]: string | null;
                                };
                            };
                            /** @description The custom field. */
                            custom_field: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description A name that never changes, made of the id and the first key. */
                                name: string;
                                /** @description The name of the field in `fields` and in emails. It follows the label. */
                                key: string;
                                /** @description The label of the field. No other field has it, in whatever case. */
                                label: string;
                                /** @description The value. */
                                value: string | null;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTagCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "tag.created";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The tag. */
                            tag: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the tag. No other tag has it, in whatever case. */
                                name: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTagDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "tag.deleted";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The tag. */
                            tag: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the tag. No other tag has it, in whatever case. */
                                name: string;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomFieldCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "custom_field.created";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The custom field. */
                            custom_field: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description A name that never changes, made of the id and the first key. */
                                name: string;
                                /** @description The name of the field in `fields` and in emails. It follows the label. */
                                key: string;
                                /** @description The label of the field. No other field has it, in whatever case. */
                                label: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCustomFieldDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "custom_field.deleted";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The custom field. */
                            custom_field: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description A name that never changes, made of the id and the first key. */
                                name: string;
                                /** @description The name of the field in `fields` and in emails. It follows the label. */
                                key: string;
                                /** @description The label of the field. No other field has it, in whatever case. */
                                label: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSequenceCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "sequence.created";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSequenceDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "sequence.deleted";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSequencePublished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "sequence.published";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSequenceDisabled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "sequence.disabled";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The sequence. */
                            sequence: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The name of the event, without the prefix that it is created with. */
                                name: string;
                                /** @description True if subscribers stay in the sequence after its last email, to get those that are added later. */
                                hold: boolean;
                                /** @description True if subscribers can go through the sequence more than once. */
                                repeat: boolean;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description When it was last changed, in UTC. */
                                updated_at: string;
                                /** @description The id of the template. Null stands for the account’s default. */
                                email_template_id: number | null;
                                /** @description True if the sequence sends. While it does not, subscribers keep their place. */
                                active: boolean;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBroadcastCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "broadcast.created";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The broadcast. */
                            broadcast: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The id that a broadcast and its post share. */
                                publication_id: number;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description The subject, with Liquid. */
                                subject: string | null;
                                /** @description The text that inboxes show after the subject, with Liquid. */
                                preview_text: string | null;
                                /** @description The text below the title. */
                                description: string | null;
                                /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
                                public: boolean;
                                /** @description The date that the post shows. */
                                published_at: string | null;
                                /** @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.** */
                                send_at: string | null;
                                /** @description `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
                                status: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBroadcastSent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "broadcast.sent";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The broadcast. */
                            broadcast: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The id that a broadcast and its post share. */
                                publication_id: number;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description The subject, with Liquid. */
                                subject: string | null;
                                /** @description The text that inboxes show after the subject, with Liquid. */
                                preview_text: string | null;
                                /** @description The text below the title. */
                                description: string | null;
                                /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
                                public: boolean;
                                /** @description The date that the post shows. */
                                published_at: string | null;
                                /** @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.** */
                                send_at: string | null;
                                /** @description `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
                                status: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBroadcastDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "broadcast.deleted";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The broadcast. */
                            broadcast: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The id that a broadcast and its post share. */
                                publication_id: number;
                                /** @description When it was created, in UTC. */
                                created_at: string;
                                /** @description The subject, with Liquid. */
                                subject: string | null;
                                /** @description The text that inboxes show after the subject, with Liquid. */
                                preview_text: string | null;
                                /** @description The text below the title. */
                                description: string | null;
                                /** @description True if the broadcast becomes a post when it is sent. It does not change who gets it. */
                                public: boolean;
                                /** @description The date that the post shows. */
                                published_at: string | null;
                                /** @description When sending begins or began. Null keeps a draft. **A time in the past sends immediately, to everyone whom the filter matches.** */
                                send_at: string | null;
                                /** @description `draft`, `scheduled`, `sending`, `completed` or `aborted`. */
                                status: string;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPostPublished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The id of the delivery. It stays the same when the delivery is repeated. */
                    delivery_id: number;
                    /** @description The events, all of one type. */
                    events: {
                        /**
                         * Format: uuid
                         * @description The id of the event. It stays the same when the event is sent again.
                         */
                        id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        type: "post.published";
                        /**
                         * Format: date-time
                         * @description When it happened, in UTC.
                         * @example 2026-03-04T05:06:07Z
                         */
                        created: string;
                        /** @description What it happened to, as it was at that time. */
                        data: {
                            /** @description The post. */
                            post: {
                                /** @description The id of the event. It stays the same when the event is sent again. */
                                id: number;
                                /** @description The id that a broadcast and its post share. */
                                publication_id: number;
                                /** @description The title. */
                                title: string;
                                /** @description The last part of the post’s address. Null for drafts. */
                                slug: string | null;
                                /** @description The date that the post shows. */
                                published_at: string | null;
                                /** @description True if only buyers can read the whole post. */
                                is_paid: boolean;
                                /** @description The address of the post. Null if there is none. */
                                public_url: string | null;
                            };
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Received. After any other answer the same body is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
