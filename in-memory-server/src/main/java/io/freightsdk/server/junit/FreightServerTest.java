package io.freightsdk.server.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class a freight server. Parameters of test methods, lifecycle methods and
 * constructors may be an {@code InMemoryFreightServer}, a {@code Broker} (a fresh one with its own
 * key and money for each test method) or a {@code ServerClock}.
 *
 * <p>One server serves all test classes of the JVM, so tests need no reset and may run in parallel:
 * each has its own broker. A test that moves the clock, plans faults for every broker or changes
 * prices asks for a server of its own.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(FreightServerExtension.class)
@SuppressWarnings("exports") // JUnit is optional: only who has it can name its types.
public @interface FreightServerTest {
  /** What each broker can spend at first, in USD. */
  String balanceUsd() default "25.00";

  /** Whether the class has a server of its own, closed when its last test is done. */
  boolean ownServer() default false;
}
