/**
 * Turns the API description into records, builders, open enums and JSON adapters. Nothing here is
 * shipped, and nothing here may depend on what it generates.
 */
package io.freightsdk.generator;
