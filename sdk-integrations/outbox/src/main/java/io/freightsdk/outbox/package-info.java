/**
 * Load creations that are stored with the order, in one transaction, and sent until each has its
 * load: a crash at any step costs no second load.
 */
@NullMarked
package io.freightsdk.outbox;

import org.jspecify.annotations.NullMarked;
