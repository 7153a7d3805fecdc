// Made from the OpenAPI document by npm run sdk.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Subscriber: {
            id: number;
            first_name: string | null;
            email_address: string;
            state: string;
            created_at: string;
            fields: {
                [key: string]: string | null;
            };
        };
        Form: {
            id: number;
            name: string;
            created_at: string;
            type: string;
            format: string | null;
            archived: boolean;
            uid: string;
        };
        Sequence: {
            id: number;
            name: string;
            hold: boolean;
            repeat: boolean;
            created_at: string;
            updated_at: string;
            email_template_id: number | null;
            active: boolean;
        };
        Tag: {
            id: number;
            name: string;
            created_at: string;
        };
        CustomField: {
            id: number;
            name: string;
            key: string;
            label: string;
        };
        Broadcast: {
            id: number;
            publication_id: number;
            created_at: string;
            subject: string | null;
            preview_text: string | null;
            description: string | null;
            public: boolean;
            published_at: string | null;
            send_at: string | null;
            status: string;
        };
        Post: {
            id: number;
            publication_id: number;
            title: string;
            slug: string | null;
            published_at: string | null;
            is_paid: boolean;
            public_url: string | null;
        };
        Product: {
            id: number;
            pid: string;
            name: string;
            quantity: number;
            unit_price: number;
            sku: string | null;
        };
        Link: {
            url: string;
        };
        Mail: {
            broadcast_id: number | null;
            sequence_email_id: number | null;
            automation_email_id: number | null;
            subject: string | null;
        };
        EventData: {
            "subscriber.created": {
                subscriber: components["schemas"]["Subscriber"];
            };
            "subscriber.activated": {
                subscriber: components["schemas"]["Subscriber"];
            };
            "subscriber.unsubscribed": {
                subscriber: components["schemas"]["Subscriber"];
            };
            "subscriber.bounced": {
                subscriber: components["schemas"]["Subscriber"];
            };
            "subscriber.complained": {
                subscriber: components["schemas"]["Subscriber"];
            };
            "subscriber.subscribed_to_form": {
                subscriber: components["schemas"]["Subscriber"];
                form: components["schemas"]["Form"];
            };
            "subscriber.added_to_sequence": {
                subscriber: components["schemas"]["Subscriber"];
                sequence: components["schemas"]["Sequence"];
            };
            "subscriber.sequence_completed": {
                subscriber: components["schemas"]["Subscriber"];
                sequence: components["schemas"]["Sequence"];
            };
            "subscriber.tag_added": {
                subscriber: components["schemas"]["Subscriber"];
                tag: components["schemas"]["Tag"];
            };
            "subscriber.tag_removed": {
                subscriber: components["schemas"]["Subscriber"];
                tag: components["schemas"]["Tag"];
            };
            "subscriber.custom_field_value_updated": {
                subscriber: components["schemas"]["Subscriber"];
                custom_field: {
                    id: number;
                    name: string;
                    key: string;
                    label: string;
                    value: string | null;
                };
            };
            "tag.created": {
                tag: components["schemas"]["Tag"];
            };
            "tag.deleted": {
                tag: components["schemas"]["Tag"];
            };
            "custom_field.created": {
                custom_field: components["schemas"]["CustomField"];
            };
            "custom_field.deleted": {
                custom_field: components["schemas"]["CustomField"];
            };
            "sequence.created": {
                sequence: components["schemas"]["Sequence"];
            };
            "sequence.deleted": {
                sequence: components["schemas"]["Sequence"];
            };
            "sequence.published": {
                sequence: components["schemas"]["Sequence"];
            };
            "sequence.disabled": {
                sequence: components["schemas"]["Sequence"];
            };
            "broadcast.created": {
                broadcast: components["schemas"]["Broadcast"];
            };
            "broadcast.sent": {
                broadcast: components["schemas"]["Broadcast"];
            };
            "broadcast.deleted": {
                broadcast: components["schemas"]["Broadcast"];
            };
            "post.published": {
                post: components["schemas"]["Post"];
            };
        };
        PreviewData: {
            "subscriber.product_purchased": {
                subscriber: components["schemas"]["Subscriber"];
                product: components["schemas"]["Product"];
                purchase_id: number;
            };
            "subscriber.link_clicked": {
                subscriber: components["schemas"]["Subscriber"];
                link: components["schemas"]["Link"];
                mail: components["schemas"]["Mail"];
            };
            "subscriber.email_opened": {
                subscriber: components["schemas"]["Subscriber"];
                mail: components["schemas"]["Mail"];
            };
            "landing_page.created": {
                landing_page: components["schemas"]["Form"];
            };
            "landing_page.deleted": {
                landing_page: components["schemas"]["Form"];
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
