package io.freightsdk.server.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Selects a broker of a test by a name, so that a test can have several brokers. Parameters with
 * the same name get the same {@code Broker}, its {@code Faults} and its {@code FreightClient}, also
 * in {@code @BeforeEach} methods. Parameters without a name share another broker.
 *
 * <pre>{@code
 * void customersDoNotSeeEachOther(
 *     @BrokerNamed("acme") FreightClient acme, @BrokerNamed("globex") FreightClient globex) {}
 * }</pre>
 */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface BrokerNamed {
  /** The name, any text. The server does not use it. */
  String value();
}
