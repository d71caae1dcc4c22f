/**
 * The JSON types of the API: one record for each JSON object, one open enum for each list of names,
 * and {@link io.freightsdk.model.FreightJson} to read and write them. Records, enums and {@code
 * Operation} are generated from the API description; nothing here depends on HTTP, clients or
 * servers.
 */
@NullMarked
package io.freightsdk.model;

import org.jspecify.annotations.NullMarked;
