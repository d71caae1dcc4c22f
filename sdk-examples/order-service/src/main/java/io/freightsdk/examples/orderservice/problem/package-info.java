/** What callers are told when something fails: problem details by RFC 9457, and never HTML. */
@NullMarked
package io.freightsdk.examples.orderservice.problem;

import org.jspecify.annotations.NullMarked;
