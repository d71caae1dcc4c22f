package io.freightsdk.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Starts the in-memory server with one broker for the application of a Spring test. The starter's
 * client uses this server and the broker's key, even if properties or customizers set others. A
 * client bean that the application builds must use {@code freight.base-url} and {@code
 * freight.agent-key}, or the context does not start. A client that is not a bean is not detected.
 *
 * <p>On a slice, such as {@code @WebMvcTest}, it adds the client and its limits, and the jobs if
 * there is a {@code DataSource}.
 *
 * <p>Ledger, jobs and shared positions start empty, even if a database, a file or a {@code
 * PositionCache} is reused between tests. Client and jobs use the server's clock. Jobs poll ten
 * times a second, unless {@code freight.jobs.poll-interval} is set.
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
 * <p>The server runs until the application context is closed. It has its own port, so contexts may
 * run in parallel. As in all Spring tests, classes with the same configuration share a context, and
 * so they share the broker's balance. For classes that run in parallel and check the balance, use
 * {@link #perClass()}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureFreightServer {
  /** The broker's balance at the start, in USD. */
  String balanceUsd() default "25.00";

  /**
   * Whether the test class and its nested classes have their own application context and server,
   * which no other class shares. Default: false.
   */
  boolean perClass() default false;
}
