/** AssertJ assertions on brokers, loads and servers, for AssertJ 3.25 or later. */
@NullMarked
package io.freightsdk.server.assertj;

import org.jspecify.annotations.NullMarked;
