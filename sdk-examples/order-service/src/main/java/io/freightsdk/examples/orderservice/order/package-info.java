/** Orders: stored as rows of the jobs, and what became of them. */
@NullMarked
package io.freightsdk.examples.orderservice.order;

import org.jspecify.annotations.NullMarked;
