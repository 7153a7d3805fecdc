/** SQL condition that automations call servers of apps: false while that is switched off on the instance. */
export const ARE_CALLED = `not exists (select from instance_setting where name = 'has_automation_apps' and value = 'false'::jsonb)`
