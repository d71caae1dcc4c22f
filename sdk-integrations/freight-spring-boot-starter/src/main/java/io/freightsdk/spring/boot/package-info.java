/**
 * What an application configures of the starter: properties, customizers, the source of the key.
 */
@NullMarked
package io.freightsdk.spring.boot;

import org.jspecify.annotations.NullMarked;
