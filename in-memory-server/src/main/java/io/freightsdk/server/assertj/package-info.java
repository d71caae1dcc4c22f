/** AssertJ assertions on brokers, loads and servers; needs AssertJ 3.24 or later. */
@NullMarked
package io.freightsdk.server.assertj;

import org.jspecify.annotations.NullMarked;
