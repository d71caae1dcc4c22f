package io.freightsdk.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Starts an in-memory freight server for the application of a Spring test, with one broker. The
 * starter's client uses this server and the broker's key, whatever properties and customizers say.
 * A client bean that the application builds must use {@code freight.base-url} and {@code
 * freight.agent-key}, or the context does not start. A client that is not a bean is not detected.
 *
 * <p>Ledger, jobs and shared positions are new, so that a database or a file may outlive the test.
 * Client and jobs use the server's clock. Jobs poll ten times a second, unless {@code
 * freight.jobs.poll-interval} is set.
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
 * <p>A test fails if a planned fault never fired, unless it was planned with {@code
 * faults.lenient()}. Concurrent tests of one context share its faults: the last of these tests
 * fails, and its message names the line of the planned fault.
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
