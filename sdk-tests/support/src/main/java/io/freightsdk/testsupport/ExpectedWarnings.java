package io.freightsdk.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The warnings and errors that the SDK logs in a test. Any other one fails the test.
 *
 * <p>Each value is a part of a line such as {@code WARNING io.freightsdk.internal.money.PriceCache:
 * the prices could not be read}. On a method each of them has to be logged; on a class it may be.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface ExpectedWarnings {
  String[] value();
}
