/** One auto-configuration for each concern; beans of the application take precedence. */
@NullMarked
package io.freightsdk.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
