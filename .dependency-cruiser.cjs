// The directions of CONTRIBUTING.md, as a check. testing/repository/directions.test.ts proves that each rule bites.
const TEST = "[.]test[.]tsx?$";

// The composition root, beside the loose files of server/: what starts and stops the processes.
const START = "^server/start/";

// The features of the server, lowest first. A feature imports only features that come before it, their tables and types included.
const features = [
  "limits",
  "openid-client",
  "email",
  "accounts",
  "audit",
  "api-keys",
  "identity",
  "email-delivery",
  "images",
  "listings",
  "bookings",
  "webhooks",
  "image-release",
  "payments",
  "receipts",
  "reports",
  "feed-photos",
  "reviews",
  "seller-checks",
  "seller-limits",
  "catalogue",
  "valuation",
  "reused-photos",
  "car-history",
  "freshness",
  "favorites",
  "saved-searches",
  "imports",
  "feeds",
  "moderation",
  "booking-management",
  "listing-management",
  "api-key-management",
  "seller-stats",
  "account-management",
  "privacy",
  "account-deletion",
  "audit-log",
  "dashboard-summary",
  "backup",
  "database-upgrade",
  "demo",
  "system",
  "pages",
  "api-docs",
];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or miss a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-cycles-between-shared-folders",
      comment:
        "Two subjects of shared that need each other miss a third, or a type that belongs to the lower one.",
      severity: "error",
      scope: "folder",
      from: { path: "^shared/[^/]+$" },
      to: { circular: true },
    },
    {
      name: "shared-is-pure",
      comment: "shared runs in the browser and on the server: shared and zod only.",
      severity: "error",
      from: { path: "^shared/", pathNot: TEST },
      to: { pathNot: ["^shared/", "(^|/)node_modules/zod/"] },
    },
    {
      name: "web-knows-no-server",
      comment: "The web speaks to the server over HTTP.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/" },
    },
    {
      name: "server-meets-web-in-pages",
      comment: "Only the entry that serves the pages knows them.",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/pages/" },
      to: { path: "^web/" },
    },
    {
      name: "server-platform-knows-no-feature",
      comment: "The platform carries features and names none. Its tests may use the whole app.",
      severity: "error",
      from: { path: "^server/platform/", pathNot: TEST },
      to: { path: "^(server/(?!platform/)|web/|testing/)" },
    },
    {
      name: "web-platform-and-ui-know-no-feature",
      comment: "A button does not know what a car is.",
      severity: "error",
      from: { path: "^web/(platform|ui)/", pathNot: TEST },
      to: { path: "^web/(?!platform/|ui/)" },
    },
    {
      name: "features-meet-in-public",
      comment:
        "A server feature offers others its public.ts; tables are joined in stores and tables.",
      severity: "error",
      from: {
        path: "^server/([^/]+)/",
        pathNot: ["^server/(platform|pages)/", START, TEST],
      },
      to: {
        path: "^server/[^/]+/",
        pathNot: [
          "^server/$1/",
          "^server/platform/",
          // Only the one at the feature root. Subfolders are private to the feature.
          "^server/[^/]+/public[.]ts$",
          // A rule of its own forbids these.
          START,
          // The part of imports that the process which reads files loads.
          "^server/imports/public-reading[.]ts$",
          "-table[.]ts$",
        ],
      },
    },
    {
      name: "simulators-stand-alone",
      comment:
        "A simulator knows shared rules and the type of a database connection, not the product.",
      severity: "error",
      from: { path: "^simulators/([^/]+)/", pathNot: TEST },
      to: {
        path: ["^(server|web|testing)/", "^simulators/(?!$1/)"],
        pathNot: "^server/platform/database/database[.]ts$",
      },
    },
    {
      name: "only-the-start-knows-simulators",
      comment: "Features speak to a provider; which one it is, only the composition root knows.",
      severity: "error",
      from: { path: "^(shared|web|server/[^/]+)/", pathNot: [START, TEST] },
      to: { path: "^simulators/" },
    },
    {
      name: "only-the-root-knows-the-start",
      comment: "What starts the features is above all of them.",
      severity: "error",
      from: { path: "^server/[^/]+/", pathNot: [START, TEST] },
      to: { path: START },
    },
    ...features.slice(0, -1).map((feature, at) => ({
      name: "features-import-lower-features",
      comment: `${feature} comes before these in the list of features. What needs both belongs above both.`,
      severity: "error",
      from: { path: `^server/${feature}/`, pathNot: TEST },
      to: { path: `^server/(${features.slice(at + 1).join("|")})/` },
    })),
    {
      name: "features-are-listed",
      comment: "A new feature has its place in the list of features.",
      severity: "error",
      from: { path: `^server/(?!(${features.join("|")}|platform)/)[^/]+/`, pathNot: [START, TEST] },
      to: {},
    },
    {
      name: "tables-only-in-stores",
      comment: "Who reads a table speaks SQL, and only stores do.",
      severity: "error",
      from: {
        path: "^(server|web|shared)/",
        // Better Auth keeps its own tables through its adapter.
        pathNot: [
          "-(store|table)[.]ts$",
          "^server/(platform/|identity/create-identity[.]ts)",
          TEST,
        ],
      },
      to: { path: "^server/.*-table[.]ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "sql-only-in-stores",
      comment: "Queries are written in *-store.ts and in the platform.",
      severity: "error",
      from: {
        path: "^(server|simulators|web)/",
        pathNot: ["-(store|table)[.]ts$", "^server/platform/", TEST],
      },
      to: { path: "(^|/)node_modules/(drizzle-orm|pg)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "web-features-meet-on-pages",
      comment:
        "Pages, and the parts of pages, compose features. Every feature may ask who is signed in and show or upload images.",
      severity: "error",
      from: {
        path: "^web/([^/]+)/",
        pathNot: ["^web/(pages|home|layout|dashboard|platform|ui)/", TEST],
      },
      to: { path: "^web/[^/]+/", pathNot: "^web/($1|platform|ui|identity|images)/" },
    },
    {
      name: "nothing-ships-tests",
      comment: "The product does not import what only tests use.",
      severity: "error",
      from: { path: "^(server|simulators|web|shared)/", pathNot: TEST },
      to: { path: ["^(testing|e2e|bench|scripts)/", TEST] },
    },
    {
      name: "resolvable",
      comment: "An import that leads nowhere would make every other rule blind to it.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(virtual:|[.]/[+]types/|.*/[+]types/)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "[+]types/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
    skipAnalysisNotInRules: true,
  },
};
