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
 * BrokerNamed} gives a test several brokers. An annotation of your own that has this one, or an
 * interface of the test class, does the same. A nested class has the settings of the class in which
 * it runs, also where it is inherited, unless it has its own annotation.
 *
 * <p>A test fails in which a fault was planned and never fired, unless it was planned with {@code
 * faults.lenient()}. For a broker or a server that all tests of a class share, the class fails,
 * after its last test.
 *
 * <p>Tests need no reset and may run in parallel. Tests that take only a broker and its faults
 * share one server in the JVM; money, keys, loads, faults and requests belong to one broker. What
 * counts callers by their address, the 60 looks a minute at public links, counts all of them as
 * one: see {@link #shared} for a separate server of a class. The clock belongs to the whole server,
 * so a test method that takes the server or its clock gets its own server, and its broker is on
 * that server. If a constructor or a class-level method takes them, or {@link
 * FreightServerExtension#serverOf} is called, all tests of the class use one server of that class.
 * If a class-level method takes a broker, its faults or its client, all tests of the class get that
 * broker.
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(FreightServerExtension.class)
@SuppressWarnings(
    "exports") // JUnit is optional: its types are visible only to modules that have it.
public @interface FreightServerTest {
  /** Opening balance of each broker, in USD. */
  String balanceUsd() default "25.00";

  /**
   * Whether tests may share a server with other classes, as described above; true by default. False
   * gives the class one server, which is closed after its last test.
   */
  boolean shared() default true;
}
