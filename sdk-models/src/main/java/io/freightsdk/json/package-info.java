/**
 * The JSON format of the types of {@code io.freightsdk.model}, and the API description from which
 * they are generated. Nothing here depends on HTTP, clients or servers.
 */
@NullMarked
package io.freightsdk.json;

import org.jspecify.annotations.NullMarked;
