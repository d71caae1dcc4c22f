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
 * method), its {@code Faults}, its {@code FreightClient} (with default options and the server's
 * clock, closed after the test), an {@code InMemoryFreightServer} or a {@code ServerClock}. {@link
 * BrokerNamed} gives a test several brokers. The annotation also works on your own annotation and
 * on an interface of the test class. A nested class has the settings of the class in which it runs,
 * also if it is inherited, unless it has its own annotation.
 *
 * <p>A test fails if a planned fault never fired, unless it was planned with {@code
 * faults.lenient()}. For a broker or a server that all tests of a class share, the class fails
 * after its last test.
 *
 * <p>Tests need no reset and may run in parallel. Tests with only a broker and its faults share one
 * server in the JVM; money, keys, loads, faults and requests belong to one broker. {@link #shared}
 * gives a class a separate server. The clock belongs to the whole server. So a test method with the
 * server or its clock gets its own server, and its broker is on this server. If a constructor or a
 * class-level method has them, or if {@link FreightServerExtension#serverOf} is called, all tests
 * of the class use one server of the class. If a class-level method has a broker, its faults or its
 * client, all tests of the class get this broker.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(FreightServerExtension.class)
@SuppressWarnings(
    "exports") // JUnit is optional: its types are visible only to modules that have it.
public @interface FreightServerTest {
  /** Opening balance of each broker in USD. */
  String balanceUsd() default "25.00";

  /**
   * Whether tests may share a server with other classes, as described above; true by default. If
   * false, the class has one server, which is closed after its last test.
   */
  boolean shared() default true;
}
