/**
 * A fleet on one budget: what is worth reading next ({@code Outlook}, {@code ReadSchedule}, {@code
 * Pace}: pure), and what carries it out. Nothing here knows the wire.
 */
@NullMarked
package io.freightsdk.internal.fleet;

import org.jspecify.annotations.NullMarked;
