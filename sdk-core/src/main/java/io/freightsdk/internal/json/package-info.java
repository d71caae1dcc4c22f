/**
 * Reads the successful responses of the service, without reflection: every required member must be
 * there. {@code internal.error} reads the other responses.
 */
@NullMarked
package io.freightsdk.internal.json;

import org.jspecify.annotations.NullMarked;
