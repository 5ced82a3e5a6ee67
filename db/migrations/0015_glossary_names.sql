ALTER TABLE "mail" RENAME TO "email";--> statement-breakpoint
ALTER TABLE "email" RENAME COLUMN "names" TO "mentioned_accounts";--> statement-breakpoint
ALTER TABLE "email" RENAME COLUMN "tries" TO "attempts";--> statement-breakpoint
ALTER TABLE "email" RENAME COLUMN "next_try_at" TO "next_attempt_at";--> statement-breakpoint
ALTER INDEX "mail_pkey" RENAME TO "email_pkey";--> statement-breakpoint
ALTER INDEX "mail_due" RENAME TO "email_due";--> statement-breakpoint
ALTER INDEX "mail_newest" RENAME TO "email_newest";--> statement-breakpoint
ALTER INDEX "mail_to" RENAME TO "email_to";--> statement-breakpoint
ALTER INDEX "mail_names" RENAME TO "email_mentioned_accounts";--> statement-breakpoint
ALTER TABLE "moderation_act" RENAME TO "moderation_action";--> statement-breakpoint
ALTER INDEX "moderation_act_pkey" RENAME TO "moderation_action_pkey";--> statement-breakpoint
ALTER INDEX "moderation_act_seller" RENAME TO "moderation_action_seller";--> statement-breakpoint
ALTER INDEX "moderation_act_one_suspension" RENAME TO "moderation_action_one_suspension";--> statement-breakpoint
ALTER INDEX "moderation_act_one_removal" RENAME TO "moderation_action_one_removal";--> statement-breakpoint
ALTER TABLE "moderation_action" RENAME CONSTRAINT "moderation_act_kind_known" TO "moderation_action_kind_known";--> statement-breakpoint
ALTER TABLE "moderation_action" RENAME CONSTRAINT "moderation_act_removal_has_car" TO "moderation_action_removal_has_car";--> statement-breakpoint
ALTER TABLE "moderation_action" RENAME CONSTRAINT "moderation_act_seller_id_account_id_fk" TO "moderation_action_seller_id_account_id_fk";--> statement-breakpoint
ALTER TABLE "moderation_action" RENAME CONSTRAINT "moderation_act_listing_id_listing_id_fk" TO "moderation_action_listing_id_listing_id_fk";--> statement-breakpoint
ALTER TABLE "moderation_action" RENAME CONSTRAINT "moderation_act_actor_id_account_id_fk" TO "moderation_action_actor_id_account_id_fk";--> statement-breakpoint
ALTER TABLE "appeal" RENAME COLUMN "act_id" TO "action_id";--> statement-breakpoint
ALTER TABLE "appeal" RENAME COLUMN "words" TO "text";--> statement-breakpoint
ALTER INDEX "appeal_once_per_act" RENAME TO "appeal_once_per_action";--> statement-breakpoint
ALTER TABLE "appeal" RENAME CONSTRAINT "appeal_act_id_moderation_act_id_fk" TO "appeal_action_id_moderation_action_id_fk";--> statement-breakpoint
ALTER TABLE "sign_in_failure" RENAME TO "rate_limit_count";--> statement-breakpoint
ALTER INDEX "sign_in_failure_pkey" RENAME TO "rate_limit_count_pkey";--> statement-breakpoint
ALTER TABLE "identity_session" RENAME COLUMN "proved_at" TO "reauthenticated_at";--> statement-breakpoint
ALTER TABLE "listing" RENAME COLUMN "sale_undone_at" TO "sale_reversed_at";--> statement-breakpoint
ALTER FUNCTION refuse_change_but_black_out() RENAME TO refuse_change_except_redaction;
