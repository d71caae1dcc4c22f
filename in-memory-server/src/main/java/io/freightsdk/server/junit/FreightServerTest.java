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
 * constructors may be a {@code Broker} (a fresh one with its own key and money for each test
 * method), its {@code Faults}, an {@code InMemoryFreightServer} or a {@code ServerClock}.
 *
 * <p>Tests need no reset and may run in parallel. Those that take only a broker and its faults
 * share one server in the JVM, on which money, keys, loads, faults and requests are the broker's
 * own. A clock cannot be one broker's own, nor can what moves it: a test method that takes the
 * server or its clock has a server of its own, and its broker is on it. Where a constructor or a
 * class-level method takes them, or {@link FreightServerExtension#serverOf} is asked, all tests of
 * the class use one server of that class.
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

  /**
   * Whether tests may use other servers than one of their class, as described above; by default
   * they may. False gives the class one server, closed when its last test is done.
   */
  boolean shared() default true;

  /** The same as {@code shared = false}. */
  boolean ownServer() default false;
}
