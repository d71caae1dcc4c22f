// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
/**
 * The JSON adapters of the types of the API, generated from its description. Not exported. They
 * use the records, which use the annotations of {@code JsonNames}.
 */
@NullMarked
package io.freightsdk.model.internal.generated;

import org.jspecify.annotations.NullMarked;
