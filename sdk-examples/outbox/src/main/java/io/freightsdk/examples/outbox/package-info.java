/** An order and its load, stored in one transaction. */
@NullMarked
package io.freightsdk.examples.outbox;

import org.jspecify.annotations.NullMarked;
