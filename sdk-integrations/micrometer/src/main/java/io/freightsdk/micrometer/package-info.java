/**
 * Micrometer meters of a client's money. No tag contains a key, link, phone number or load number;
 * each tag has few values, but that of scopes one for each limit that is shown, which are bounded.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
