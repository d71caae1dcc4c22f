/**
 * The wire of the API: one record per JSON object, one open enum per list of names, {@link
 * io.freightsdk.model.FreightJson} to read and write them. Records, enums and {@code Operation} are
 * generated from the API description; nothing here knows of HTTP, clients or servers.
 */
@NullMarked
package io.freightsdk.model;

import org.jspecify.annotations.NullMarked;
