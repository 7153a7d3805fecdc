/** SQL condition that automations may call apps. False while the instance has this switched off. */
export const ARE_CALLED = `not exists (select from instance_setting where name = 'has_automation_apps' and value = 'false'::jsonb)`
