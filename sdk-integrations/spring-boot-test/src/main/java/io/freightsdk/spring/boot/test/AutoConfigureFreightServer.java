package io.freightsdk.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Starts an in-memory freight server for the application of a Spring test, with one broker. Every
 * client of the context goes to it: the starter's with the broker's key, whatever the application's
 * properties and its customizers say; and a bean that the application builds itself does not start
 * unless it goes there too, as from {@code freight.base-url} and {@code freight.agent-key}. A
 * client that is no bean is not seen: inject it. The ledger and the shared positions are new ones,
 * so that a database or a file may outlive the test; the client uses the server's clock, and jobs
 * look for what is due ten times a second, unless {@code freight.jobs.poll-interval} is set.
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureFreightServer
 * class DispatchTest {
 *   @Autowired Broker broker;      // the application's: balance, ledger, requests
 *   @Autowired Faults faults;      // for the calls of this application only
 *   @Autowired ServerClock clock;  // moves for this context only
 *   @Autowired InMemoryFreightServer server;
 * }
 * }</pre>
 *
 * <p>A test fails in which a fault was planned and never fired, unless it was planned with {@code
 * faults.lenient()}. Tests that run at once on one context share its faults: then the last of them
 * to end fails, and its message names the line that planned.
 *
 * <p>The server lives as long as the application context and has its own port, so contexts may run
 * in parallel. As always in Spring tests, classes with the same configuration share a context, and
 * so the broker's balance: use {@link #perClass()} for classes that run in parallel and check it.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface AutoConfigureFreightServer {
  /** The broker's balance at the start, in USD. */
  String balanceUsd() default "25.00";

  /**
   * Whether the test class, with the classes that are nested in it, has its own application context
   * and server, which no other class shares.
   */
  boolean perClass() default false;
}
