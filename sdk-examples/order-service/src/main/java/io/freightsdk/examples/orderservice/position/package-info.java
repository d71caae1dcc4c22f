/** Where the truck of an order is, for the page of its customer. */
@NullMarked
package io.freightsdk.examples.orderservice.position;

import org.jspecify.annotations.NullMarked;
