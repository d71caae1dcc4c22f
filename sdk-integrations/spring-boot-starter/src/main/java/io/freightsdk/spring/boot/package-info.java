/**
 * The starter: properties, a customizer and the scopes of customers for an application, and one
 * auto-configuration for each concern. A bean of the application takes precedence.
 */
@NullMarked
package io.freightsdk.spring.boot;

import org.jspecify.annotations.NullMarked;
