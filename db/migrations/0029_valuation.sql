CREATE TABLE "valuation_version" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_used" boolean NOT NULL,
	"listings" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"model" "bytea",
	"labels" "bytea",
	"note" text
);
