/**
 * What a client does and what it costs, as Micrometer meters and observations. No tag holds a key,
 * link, phone or load number; each has few values.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
