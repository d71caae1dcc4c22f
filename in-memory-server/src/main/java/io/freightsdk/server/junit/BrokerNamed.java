package io.freightsdk.server.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A further broker of a test: parameters with the same name get the same {@code Broker}, its {@code
 * Faults} and its {@code FreightClient}, in {@code @BeforeEach} methods too. Parameters without a
 * name are about one more broker.
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
  /** Any name; the server does not know it. */
  String value();
}
