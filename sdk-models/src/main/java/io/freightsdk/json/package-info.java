/**
 * Reads and writes the types of {@code io.freightsdk.model}, and contains the API description from
 * which they are generated. Nothing here depends on HTTP, clients or servers.
 */
@NullMarked
package io.freightsdk.json;

import org.jspecify.annotations.NullMarked;
