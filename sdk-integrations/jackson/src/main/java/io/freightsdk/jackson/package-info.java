/**
 * A module for Jackson 2 and one for Jackson 3. Neither reads nor writes JSON by rules of its own:
 * both turn Jackson's tokens into the values that {@link io.freightsdk.json.FreightJson} reads, and
 * back.
 */
@NullMarked
package io.freightsdk.jackson;

import org.jspecify.annotations.NullMarked;
