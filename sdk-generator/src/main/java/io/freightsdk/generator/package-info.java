/**
 * Turns the API description into records, builders, open enums and JSON adapters. Runs in the build
 * only: nothing here is shipped, and nothing here may depend on what it generates.
 */
package io.freightsdk.generator;
