package io.freightsdk.server.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Starts an in-memory server for the tests of a class. Test methods, lifecycle methods and
 * constructors can have these parameters:
 *
 * <ul>
 *   <li>{@code Broker}: a new broker with its own key and balance for each test method
 *   <li>{@code Faults}: the planned faults of this broker
 *   <li>{@code FreightClient}: a client of this broker with default options and the server's clock,
 *       closed after the test
 *   <li>{@code InMemoryFreightServer} and {@code ServerClock}
 * </ul>
 *
 * <p>{@link BrokerNamed} gives a test several brokers. The annotation also works on your own
 * annotation and on an interface of the test class. A nested class, even an inherited one, has the
 * settings of the class in which it runs, unless it has its own annotation.
 *
 * <p>A test fails if a planned fault never fired, unless it was planned with {@code
 * faults.lenient()}. For a broker or a server that all tests of a class share, the class fails
 * after its last test.
 *
 * <p>Tests need no reset and may run in parallel:
 *
 * <ul>
 *   <li>Tests with only a broker, its faults and its client share one server in the JVM. Balance,
 *       keys, loads, faults and requests belong to one broker. For a separate server, set {@link
 *       #shared} to false.
 *   <li>A test method with the server or its clock gets its own server, because the clock belongs
 *       to the whole server. Its broker is on this server.
 *   <li>If a constructor or a class-level method has the server or its clock, or if {@link
 *       FreightServerExtension#serverOf} is called, all tests of the class use one server of the
 *       class.
 *   <li>If a class-level method has a broker, its faults or its client, all tests of the class get
 *       this broker.
 * </ul>
 */
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(FreightServerExtension.class)
@SuppressWarnings(
    "exports") // JUnit is optional: its types are visible only to modules that have it.
public @interface FreightServerTest {
  /** The opening balance of each broker in USD. */
  String balanceUsd() default "25.00";

  /**
   * Whether tests may share a server with other classes, as described above; true by default. If
   * false, the class has one server, which is closed after its last test.
   */
  boolean shared() default true;
}
