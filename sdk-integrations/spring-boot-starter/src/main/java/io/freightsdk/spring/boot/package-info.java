/**
 * The Spring Boot starter: the properties {@code freight.*}, customizers, the clients and limits of
 * customers, and the auto-configurations. A bean of your application replaces the bean of the
 * starter.
 */
@NullMarked
package io.freightsdk.spring.boot;

import org.jspecify.annotations.NullMarked;
