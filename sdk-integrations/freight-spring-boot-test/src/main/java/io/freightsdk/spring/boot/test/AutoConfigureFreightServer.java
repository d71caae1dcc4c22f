package io.freightsdk.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives the application of a Spring test a freight server of its own and a broker there: {@code
 * freight.base-url} and {@code freight.agent-key} are theirs, whatever the application's own
 * configuration says, and its client follows the server's clock.
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureFreightServer
 * class DispatchTest {
 *   @Autowired Broker broker;      // the application's: balance, ledger, requests
 *   @Autowired Faults faults;      // strike nobody else
 *   @Autowired ServerClock clock;  // moves for this context only
 *   @Autowired InMemoryFreightServer server;
 * }
 * }</pre>
 *
 * <p>The server lives as long as the application context and is on a port of its own, so contexts
 * may run in parallel. Classes with the same configuration share a context, as everywhere in
 * Spring's tests, and with it the broker's money: where they run in parallel and look at it, give
 * each {@link #perClass()}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface AutoConfigureFreightServer {
  /** What the broker can spend at first, in USD. */
  String balanceUsd() default "25.00";

  /** Whether the class has an application context, and so a server, that no other class shares. */
  boolean perClass() default false;
}
