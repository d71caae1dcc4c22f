/**
 * Reads the successful responses of the service, without reflection: every required member must be
 * there. {@code LenientObject} reads bodies that may be damaged, also for {@code internal.error}.
 */
@NullMarked
package io.freightsdk.internal.json;

import org.jspecify.annotations.NullMarked;
