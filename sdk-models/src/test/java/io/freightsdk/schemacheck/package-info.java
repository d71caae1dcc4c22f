/**
 * Checks bodies on the wire against the API description. Test code that other modules take as a
 * test-jar; nothing here is shipped.
 */
package io.freightsdk.schemacheck;
