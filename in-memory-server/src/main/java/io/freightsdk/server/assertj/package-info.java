/** AssertJ assertions on brokers, loads and servers; needs AssertJ 3.25 or later. */
@NullMarked
package io.freightsdk.server.assertj;

import org.jspecify.annotations.NullMarked;
