/**
 * The page a driver opens from the SMS: what to do next, and sharing the phone's position.
 *
 * <p>Shows stops with names and addresses, as a driver must find them; no rate, broker or phone.
 */
@NullMarked
package io.freightsdk.server.web.driver;

import org.jspecify.annotations.NullMarked;
