/** The contract of {@link io.freightsdk.SpendGuard} as a JUnit class to extend. */
@NullMarked
package io.freightsdk.guard;

import org.jspecify.annotations.NullMarked;
