/**
 * Checks bodies on the wire against the API description. Test code that every module compiles for
 * itself; nothing here is shipped.
 */
package io.freightsdk.schemacheck;
