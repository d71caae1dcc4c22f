// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
/**
 * The JSON types of the API, generated from its description: one record for each JSON object, one
 * open enum for each list of names, and the operations. {@code io.freightsdk.json.FreightJson}
 * reads and writes them.
 */
@NullMarked
package io.freightsdk.model;

import org.jspecify.annotations.NullMarked;
