/**
 * Reads and writes the types of {@code io.freightsdk.model}, and has the description of the API
 * that they are generated from. Nothing here depends on HTTP, clients or servers.
 */
@NullMarked
package io.freightsdk.json;

import org.jspecify.annotations.NullMarked;
