package io.freightsdk.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Left to {@code mvn -Pthorough verify}: what needs a browser, a database server or many processes,
 * or takes longer than a second to say what a cheaper test of {@code mvn verify} says as well.
 */
@Tag("thorough")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Thorough {
  /** Why. */
  String value();
}
