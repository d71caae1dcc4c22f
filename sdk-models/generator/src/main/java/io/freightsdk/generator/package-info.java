/**
 * Turns the API description into records, builders, open enums and JSON adapters, and with a table
 * of Javadoc and arguments into the interfaces of the client. Runs in the build only: nothing here
 * is shipped, and nothing here may depend on what it generates.
 */
package io.freightsdk.generator;
