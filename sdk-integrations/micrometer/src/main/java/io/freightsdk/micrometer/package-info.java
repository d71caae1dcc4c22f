/**
 * Micrometer meters of a client's money, and of orders. No tag contains a key, link, phone number
 * or load number. Each tag has a bounded number of values.
 */
@NullMarked
package io.freightsdk.micrometer;

import org.jspecify.annotations.NullMarked;
