/**
 * Micrometer meters of a client's money and of orders, and observations of its calls. No tag
 * contains an agent key, link or phone number. Each tag of a meter has a bounded number of values.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
